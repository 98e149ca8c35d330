import catalogue from "../../../../src/openkub/messages/de.json";
import type { WordBook } from "../words";

export default catalogue.words satisfies WordBook;
