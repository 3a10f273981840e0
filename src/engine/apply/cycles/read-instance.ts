import type { Address } from '../../../model/address.ts';
import type { Answer } from '../../../model/diagnostic/api-failure.ts';
import type { CycleShape } from '../../../model/live/cycle-shape.ts';
import { hasRepeatedNames, makeShape } from '../../../model/live/cycle-shape.ts';
import type { ApplyState } from '../apply-state.ts';
import { findAccountId, findRemoteId } from '../apply-state.ts';

/** Reads the names and ids of a live cycle; again after its steps are bound. */
export async function readInstance(
  state: ApplyState,
  address: Address,
): Promise<Answer<CycleShape>> {
  const { kept: reader } = state;
  const [account, cycle] = [findAccountId(state), findRemoteId(state, address)];
  const [steps, variables] = await Promise.all([
    reader.listSteps(account, cycle),
    reader.listVariables(account, cycle),
  ]);
  if (!steps.ok) return steps;
  const edges = hasRepeatedNames(steps.value) ? await reader.listEdges(account, cycle) : null;
  return makeShape(steps.value, { edges, variables });
}
