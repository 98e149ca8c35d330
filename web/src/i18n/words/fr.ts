import catalogue from "../../../../src/openkub/messages/fr.json";
import type { WordBook } from "../words";

export default catalogue.words satisfies WordBook;
