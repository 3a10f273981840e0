import type { Answer } from '../../../model/diagnostic/api-failure.ts';
import { writeFailure } from '../../../model/diagnostic/api-failure.ts';
import type { Operation } from '../../../model/plan/operation.ts';
import { writeStateCommand } from '../../../model/report/advice/state-command.ts';
import type { Performed, Scene } from '../scene.ts';
import { toFailed } from '../scene.ts';

/** A create that the service refused leaves no intent behind; one whose outcome is unknown keeps it. */
export async function failCreate(
  scene: Scene,
  operation: Operation,
  answer: Extract<Answer<unknown>, { readonly ok: false }>,
): Promise<Performed> {
  if (answer.failure.kind !== 'outcome-unknown') {
    await scene.ports.store.change({
      account: scene.diff.desired.key,
      closeCreates: [operation.address],
    });
  }
  const failed = toFailed(operation, answer.failure, writeFailure(answer.failure));
  const isSeenAgain =
    operation.action.kind !== 'install-connector' || scene.diff.capabilities.connectors;
  return failed.kind !== 'unknown' || isSeenAgain ? failed : askPerson(scene, operation, failed);
}

// Nothing lists connectors there, so that no apply can look what became of one.
function askPerson(
  { diff }: Scene,
  { address }: Operation,
  failed: Extract<Performed, { readonly kind: 'failed' | 'unknown' }>,
): Performed {
  const { environment } = diff.desired;
  const command = writeStateCommand('settle', { environment, address });
  const remedy = `It is not sent again. Look in the console, then say what you found: ${command} exists ID, or absent.`;
  return { ...failed, diagnostics: failed.diagnostics.map((each) => ({ ...each, remedy })) };
}
