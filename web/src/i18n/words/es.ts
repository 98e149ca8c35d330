import catalogue from "../../../../src/openkub/messages/es.json";
import type { WordBook } from "../words";

export default catalogue.words satisfies WordBook;
