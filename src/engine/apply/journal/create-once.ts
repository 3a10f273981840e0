import type { Answer } from '../../../model/diagnostic/api-failure.ts';
import type { Clock } from '../../../model/ports.ts';

/**
 * Assumed time until a create shows in a list after a lost answer, because no source documents it.
 */
const waitMs = 1000;
const looks = 2;
const maxSends = 2;

/**
 * Creates an object that must not exist twice. After a lost answer it reads twice with a delay
 * before it sends again, and returns a match (law 8). With `sends: 1` it never sends again.
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
