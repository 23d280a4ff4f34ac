/** The tools of a usual coding agent, and some that other agents have. */
import type { JsonSchema, Tool } from "#lib/canonical/call.ts";

const string: JsonSchema = { type: "string" };

function tool(name: string, description: string, fields: string[] = [], optional: string[] = []): Tool {
  const properties = Object.fromEntries([...fields, ...optional].map((field) => [field, string]));
  return {
    kind: "function",
    name,
    description,
    parameters: { type: "object", properties, required: fields, additionalProperties: false },
  };
}

export const AGENT_TOOLS: Tool[] = [
  tool("read_file", "Reads a file from the local filesystem. You can access any file directly by using this tool.", [
    "path",
  ]),
  tool("write_file", "Writes content to a file, and creates the file when it does not exist.", ["path", "content"]),
  tool("edit", "Edits a file: replaces exact strings, also in an image or a mask description.", ["path", "old", "new"]),
  tool("delete_file", "Deletes a file from the repository. Ask the user how before you delete.", ["path"]),
  tool("move_file", "Moves or renames a file.", ["from_path", "to_path"]),
  tool("list_files", "Lists the files of a directory.", [], ["path"]),
  tool("glob", "Finds files by a pattern such as **/*.ts.", ["pattern"]),
  tool("grep", "Searches the contents of files with a regular expression.", ["pattern"], ["path"]),
  tool("bash", "Executes a bash command in a persistent shell session and returns its output.", ["command"]),
  tool("git_status", "Shows the status of the working tree: changed files, codes and a table.", []),
  tool("git_diff", "Shows the changes of the working tree.", []),
  tool("git_log", "Shows the last commits.", []),
  tool("git_commit", "Commits the staged changes with a message.", ["message"]),
  tool("git_push", "Pushes commits to the remote.", []),
  tool("run_tests", "Runs the tests of the project.", [], ["filter"]),
  tool("deploy", "Deploys the project to an environment.", ["env"]),
  tool("send_email", "Sends an e-mail, with an image if you like.", ["to", "subject", "body"]),
  tool("create_issue", "Creates an issue in the tracker.", ["title", "body"]),
  tool("pay_invoice", "Pays an invoice.", ["invoice_id", "amount"]),
  tool("web_search", "Searches the web for current information, questions and answers.", ["query"]),
  tool("web_fetch", "Fetches a web page.", ["url"]),
  tool("todo_write", "Writes the list of tasks.", ["todos"]),
  tool("remember", "Saves a fact about the user to memory.", ["fact"]),
  tool("ask_user", "Asks the user a question.", ["question"]),
];
