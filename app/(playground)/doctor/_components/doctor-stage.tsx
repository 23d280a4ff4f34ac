"use client";

import { type FormEvent, useEffect, useRef, useState } from "react";
import { describePlan } from "#app/(playground)/doctor/_model/describe-plan.ts";
import { type DoctorDraft, type FinishedRun, planRun, startRun } from "#app/(playground)/doctor/_model/doctor-api.ts";
import { Button } from "#components/ui/button.tsx";
import type { DoctorCheck, DoctorPlan } from "#lib/contract/doctor.ts";
import { RequestFailed } from "#lib/playground/gateway/gateway-request.ts";
import { CheckList } from "./check-list.tsx";
import { EMPTY_FIELDS, ServerFields, toDraft } from "./server-fields.tsx";
import { ServerReport } from "./server-report.tsx";

type Stage =
  | { kind: "asking"; problem?: string; param?: string | undefined }
  | { kind: "planning" }
  | { kind: "planned"; draft: DoctorDraft; plan: DoctorPlan }
  | { kind: "running"; plan: DoctorPlan }
  | { kind: "finished"; run: FinishedRun };

/**
 * A server, the price of trying it, and what was found.
 * @param ready whether the page knows that an admin is signed in. Until then the form takes nothing: a browser would send
 *   it by itself, with the API key in the address.
 */
export function DoctorStage({ ready }: { ready: boolean }) {
  const [fields, setFields] = useState(EMPTY_FIELDS);
  const [stage, setStage] = useState<Stage>({ kind: "asking" });
  const [checks, setChecks] = useState<readonly DoctorCheck[]>([]);
  const cancel = useRef<AbortController>(null);
  useEffect(() => () => cancel.current?.abort(), []);

  const begin = () => {
    cancel.current?.abort();
    cancel.current = new AbortController();
    return cancel.current.signal;
  };
  const fail = (error: unknown) => {
    if (error instanceof RequestFailed) {
      return setStage({ kind: "asking", problem: error.message, param: error.failure.param });
    }
    setStage({ kind: "asking", problem: "The run was cancelled." });
  };
  const plan = async (event: FormEvent) => {
    event.preventDefault();
    setStage({ kind: "planning" });
    setChecks([]);
    const draft = toDraft(fields);
    try {
      setStage({ kind: "planned", draft, plan: await planRun(draft, begin()) });
    } catch (error) {
      fail(error);
    }
  };
  const run = async (draft: DoctorDraft, planned: DoctorPlan) => {
    setStage({ kind: "running", plan: planned });
    setChecks([]);
    const onCheck = (check: DoctorCheck) => setChecks((before) => [...before, check]);
    try {
      setStage({ kind: "finished", run: await startRun(draft, { onCheck, signal: begin() }) });
    } catch (error) {
      fail(error);
    }
  };
  const isBusy = stage.kind === "planning" || stage.kind === "running";
  const isClosed = isBusy || !ready;
  return (
    <div className="min-h-0 flex-1 overflow-y-auto pb-10">
      <div className="mx-auto flex w-full max-w-page flex-col gap-6 px-4">
        <form noValidate onSubmit={(event) => void plan(event)} className="flex max-w-2xl flex-col gap-4">
          <ServerFields
            ready={ready}
            fields={fields}
            disabled={isClosed}
            invalid={stage.kind === "asking" ? stage.param : undefined}
            onChange={(changes) => {
              setFields((before) => ({ ...before, ...changes }));
              setStage({ kind: "asking" });
            }}
          />
          {stage.kind === "asking" && stage.problem && (
            <p role="alert" id="doctor-problem" className="text-[13px] text-destructive [overflow-wrap:anywhere]">
              {stage.problem}
            </p>
          )}
          <div role="status" className="text-[13px] text-muted-foreground empty:hidden">
            {stage.kind === "planned" && describePlan(stage.plan)}
            {stage.kind === "planning" && "Reading the model list…"}
            {stage.kind === "running" && `${checks.length} checks done…`}
          </div>
          <span className="flex gap-2">
            {stage.kind === "planned" ? (
              <Button variant="primary" onClick={() => void run(stage.draft, stage.plan)}>
                Start
              </Button>
            ) : (
              <Button type="submit" variant="primary" disabled={isClosed}>
                Show the price
              </Button>
            )}
            {isBusy && <Button onClick={() => cancel.current?.abort()}>Cancel</Button>}
          </span>
        </form>
        {stage.kind === "finished" && <ServerReport run={stage.run} />}
        {checks.length > 0 && <CheckList checks={checks} />}
      </div>
    </div>
  );
}
