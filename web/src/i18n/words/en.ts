import catalogue from "../../../../src/openkub/messages/en.json";
import type { WordBook } from "../words";

export default catalogue.words satisfies WordBook;
