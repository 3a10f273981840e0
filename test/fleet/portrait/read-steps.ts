import type { Answer, Caller } from '../../emulator/support/start-emulator.ts';
import { send } from '../console-user.ts';

/** A step as the service answers it. */
export type LiveStep = Answer['body'];

/** The steps of a cycle in the order in which they are joined. */
export async function readSteps(caller: Caller, cycle: string): Promise<readonly LiveStep[]> {
  const steps: LiveStep[] = await send(caller, 'GET', `/cycles/${cycle}/steps`);
  const edges: Answer['body'][] = await send(caller, 'GET', `/cycles/${cycle}/edges`);
  const next = new Map(edges.map(({ TailStepId, HeadStepId }) => [TailStepId, HeadStepId]));
  const heads = new Set(next.values());
  const ordered: LiveStep[] = [];
  let at = steps.find(({ Id }) => !heads.has(Id))?.Id;
  while (at !== undefined) {
    ordered.push(steps.find(({ Id }) => Id === at));
    at = next.get(at);
  }
  return ordered;
}
