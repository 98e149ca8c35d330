import catalogue from "../../../../src/openkub/messages/pt.json";
import type { WordBook } from "../words";

export default catalogue.words satisfies WordBook;
