import { Refusal } from '../http/reply.ts';
import type { State } from '../state/state.ts';
import { consoleActions } from './actions.ts';

/** Actions by name, with their values: `{settings: {taskAllowance: 1000}}`. */
export type ConsoleRequest = Readonly<Record<string, unknown>>;

/** Runs the actions in the order of the table; returns their answers by name. */
export function runConsole(state: State, request: ConsoleRequest): ConsoleRequest {
  const names = Object.keys(request);
  const unknown = names.find((name) => !Object.hasOwn(consoleActions, name));
  if (unknown !== undefined || names.length === 0) {
    const known = Object.keys(consoleActions).join(', ');
    throw new Refusal(
      400,
      `${unknown === undefined ? '' : `Unknown action '${unknown}'. `}The actions are ${known}.`,
    );
  }
  return Object.fromEntries(
    Object.entries(consoleActions)
      .filter(([name]) => Object.hasOwn(request, name))
      .map(([name, act]) => [name, act(state, request[name])]),
  );
}
