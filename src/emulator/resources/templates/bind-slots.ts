import { Body } from '../../http/body/body.ts';
import type { State } from '../../state/state.ts';
import { addInstalled } from '../connectors/create-installed.ts';
import type { Template, TemplateStep } from './template.ts';

/** Rules for using the connectors of an account. */
export interface Binding {
  readonly isFresh: boolean;
  readonly prefersName: boolean;
  /** Slots with a known connector. */
  readonly known?: ReadonlyMap<string, number>;
}

/**
 * Installed connector of each slot: the oldest of its kind, or a new unauthenticated one. Slots of
 * one kind share it, because the service cannot know which of several is right.
 */
export function bindSlots(
  state: State,
  accountId: string,
  { template, binding }: { readonly template: Template; readonly binding: Binding },
): ReadonlyMap<string, number> {
  const existing = state.installed
    .list(accountId)
    .map(({ value }) => value)
    .sort((left, right) => left.id - right.id);
  const kindOf = (connectorId: number) =>
    state.releases.find((release) => release.id === connectorId)?.name;
  const bound = new Map(binding.known);
  for (const step of template.steps) {
    if (!bound.has(step.slot)) {
      const ofKind = existing.filter((row) => kindOf(row.connectorId) === step.release.name);
      const named = ofKind.find((row) => binding.prefersName && row.name === step.connectorName);
      const found = binding.isFresh ? undefined : (named ?? ofKind[0]);
      bound.set(step.slot, found?.id ?? installMissing(state, accountId, { step, binding }));
    }
  }
  return bound;
}

function installMissing(
  state: State,
  accountId: string,
  { step, binding }: { readonly step: TemplateStep; readonly binding: Binding },
): number {
  const { release, authentication, connectorName } = step;
  const wanted = binding.prefersName ? connectorName : release.name;
  const names = new Set(state.installed.list(accountId).map(({ value }) => value.name));
  let name = wanted;
  for (let count = 2; names.has(name); count++) {
    name = `${wanted} ${count}`;
  }
  const body = new Body({ Name: name, AuthenticationId: authentication.id });
  return addInstalled(state, accountId, { release, body }).id;
}
