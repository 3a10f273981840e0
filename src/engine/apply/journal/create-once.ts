import type { Answer } from '../../../model/diagnostic/api-failure.ts';
import type { Clock } from '../../../model/ports.ts';

/** How long a create may take to show in a list after its answer was lost. An assumption: no source tells. */
const waitMs = 1000;
const looks = 2;
const maxSends = 2;

/**
 * Makes something that must not be made twice. When the answer is lost it looks, twice and some time
 * apart, before it sends again; what it finds is what was made (law 8). With `sends: 1` it never sends again.
 */
export async function createOnce<T>(
  clock: Clock,
  create: {
    readonly send: () => Promise<Answer<T>>;
    readonly look: () => Promise<Answer<T | null>>;
    readonly sends?: 1;
  },
): Promise<Answer<T>> {
  let answer = await create.send();
  for (let sent = 1; ; sent += 1) {
    if (answer.ok || answer.failure.kind !== 'outcome-unknown') return answer;
    for (let looked = 0; looked < looks; looked += 1) {
      await clock.wait(waitMs);
      const found = await create.look();
      if (!found.ok) return answer;
      if (found.value !== null) return { ok: true, value: found.value };
    }
    if (sent === (create.sends ?? maxSends)) return answer;
    answer = await create.send();
  }
}
