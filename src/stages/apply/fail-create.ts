import type { Answer } from '../../model/api-failure.ts';
import { writeFailure } from '../../model/api-failure.ts';
import type { Operation } from '../../model/operation.ts';
import type { Performed, Scene } from './scene.ts';
import { toFailed } from './scene.ts';

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
  return toFailed(operation, answer.failure, writeFailure(answer.failure));
}
