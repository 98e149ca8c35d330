import catalogue from "../../../../src/openkub/messages/nl.json";
import type { WordBook } from "../words";

export default catalogue.words satisfies WordBook;
