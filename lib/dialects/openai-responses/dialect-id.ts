/** The dialect's name, under which its vendor data travels. */
export const DIALECT = "openai-responses";
