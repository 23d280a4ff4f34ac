/** Requests of three coding agents: their tools with the parameters, and the context that they put around the words. */
import type { JsonSchema, Message, Tool } from "#lib/canonical/call.ts";

/** Parameters as `name`, `name:type`, `name=value|value`, with `!` where they are required. */
type Signatures = Record<string, string>;

function toolsOf(signatures: Signatures): Tool[] {
  return Object.entries(signatures).map(([name, signature]) => {
    const fields = signature.split(" ").filter((field) => field !== "");
    const properties = Object.fromEntries(fields.map((field) => parameterOf(field.replace("!", ""))));
    const required = fields.filter((field) => field.endsWith("!")).map((field) => /^[\w-]+/.exec(field)?.[0] ?? "");
    return { kind: "function", name, parameters: { type: "object", properties, required } };
  });
}

function parameterOf(field: string): [string, JsonSchema] {
  const [named = "", type = "string"] = field.split(":");
  const [name = "", values] = named.split("=");
  if (values) return [name, { type: "string", enum: values.split("|") }];
  if (type === "objects") return [name, { type: "array", items: { type: "object" } }];
  return [
    name,
    type === "array" ? { type, items: { type: "string" } } : { type, description: `The ${name} of a file.` },
  ];
}

const CODEX: Signatures = {
  exec_command:
    "cmd! justification login:boolean max_output_tokens:number prefix_rule:array sandbox_permissions=use_default|require_escalated shell tty:boolean workdir yield_time_ms:number",
  write_stdin: "chars max_output_tokens:number session_id:number! yield_time_ms:number",
  request_user_input: "questions:objects!",
  view_image: "path!",
  get_goal: "",
  create_goal: "objective! token_budget:integer",
  update_goal: "status=complete|blocked|paused!",
};

const CLAUDE_CODE: Signatures = {
  Agent:
    "description! prompt! subagent_type model=sonnet|opus|haiku effort=low|medium|high run_in_background:boolean isolation=worktree|remote",
  Bash: "command! timeout:number description run_in_background:boolean dangerouslyDisableSandbox:boolean",
  Edit: "file_path! old_string! new_string! replace_all:boolean",
  Glob: "pattern! path",
  Grep: "pattern! path glob output_mode=content|files_with_matches|count -n:boolean -i:boolean type head_limit:number multiline:boolean",
  ListAgents: "channel q cursor",
  Read: "file_path! offset:integer limit:integer pages allow_large:boolean",
  ReportFindings: "level=low|medium|high findings:objects!",
  ScheduleWakeup: "delaySeconds:number reason prompt stop:boolean noop:boolean",
  Skill: "skill! args",
  ToolSearch: "query! max_results:number!",
  Workflow: "script name description args scriptPath resumeFromRunId",
  Write: "file_path! content!",
};

const GEMINI_CLI: Signatures = {
  update_topic: "summary strategic_intent! wait_for_previous:boolean",
  list_directory: "dir_path! ignore:array file_filtering_options:object",
  read_file: "file_path! start_line:integer end_line:integer",
  grep_search: "pattern! dir_path include_pattern exclude_pattern names_only:boolean total_max_matches:integer",
  glob: "pattern! dir_path case_sensitive:boolean respect_git_ignore:boolean",
  replace: "file_path! instruction! old_string! new_string! allow_multiple:boolean",
  write_file: "file_path! content!",
  web_fetch: "prompt!",
  run_shell_command: "command! description dir_path is_background:boolean delay_ms:integer",
  list_background_processes: "wait_for_previous:boolean",
  read_background_output: "pid:integer! lines:integer delay_ms:integer wait_for_previous:boolean",
  google_web_search: "query!",
  enter_plan_mode: "reason",
  invoke_agent: "agent_name! prompt! wait_for_previous:boolean",
  activate_skill: "name=skill-creator|docs-support!",
};

export type CodingAgent = { tools: Tool[]; messages(question: string): Message[] };

const GIT_STATUS = `<system-reminder>
As you answer the user's questions, you can use the following context:
# gitStatus
Current branch: main
Status:
 M src/index.ts
?? notes/CLAUDE.md
</system-reminder>`;

const SESSION = `<session_context>
Today's date is Monday, November 23, 2026.
The project's temporary directory is: /tmp/agent/scratch
- **Workspace Directories:**
  - /home/ann/tides
- **Directory Structure:**
/home/ann/tides/
├───index.js
└───README.md
</session_context>`;

const ENVIRONMENT = `<environment_context>
  <cwd>/home/ann/tides</cwd>
  <shell>bash</shell>
</environment_context>`;

export const CODING_AGENTS: Record<"codex" | "claude" | "gemini", CodingAgent> = {
  codex: {
    tools: toolsOf(CODEX),
    messages: (question) => [
      { role: "developer", content: "You are a coding agent. Read AGENTS.md first." },
      { role: "user", content: "# AGENTS.md instructions for /home/ann/tides\n\nRun the tests in test/all.ts." },
      { role: "user", content: ENVIRONMENT },
      { role: "user", content: question },
    ],
  },
  claude: {
    tools: toolsOf(CLAUDE_CODE),
    messages: (question) => [
      { role: "system", content: "You are an agent working with the user." },
      {
        role: "user",
        content: [
          { type: "text", text: GIT_STATUS },
          { type: "text", text: question },
        ],
      },
      { role: "system", content: "Primary working directory: /home/ann/tides" },
    ],
  },
  gemini: {
    tools: toolsOf(GEMINI_CLI),
    messages: (question) => [
      { role: "system", content: "You are an interactive CLI agent." },
      {
        role: "user",
        content: [
          { type: "text", text: SESSION },
          { type: "text", text: question },
        ],
      },
    ],
  },
};
