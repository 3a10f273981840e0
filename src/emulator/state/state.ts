import type { OutboundClient } from '../http/outbound-client.ts';
import type { AccountRow } from '../resources/accounts/account-row.ts';
import type { TokenRow } from '../resources/accounts/token-row.ts';
import type { Release } from '../resources/catalog/catalog.ts';
import type { OfferedReleases, PromotedRelease } from '../resources/catalog/offered-releases.ts';
import type { InstalledRow } from '../resources/connectors/installed-row.ts';
import type { CycleRow, StepRow } from '../resources/cycles/cycle-row.ts';
import type { Template } from '../resources/templates/template.ts';
import type { TemplateRow } from '../resources/templates/template-row.ts';
import type { Agenda } from '../runs/agenda.ts';
import type { Choices } from '../world/choices.ts';
import type { Clock } from '../world/clock.ts';
import { toDerivedGuid, toDerivedInteger } from '../world/derived-id.ts';
import type { World, WorldClient } from '../world/file/world.ts';
import type { Store, Table } from './store.ts';

/** State of the service: offer, objects, clock and choices. */
export interface State {
  readonly seed: number;
  readonly world: World;
  readonly choices: Choices;
  readonly clock: Clock;
  /** Due times of cycles. */
  readonly agenda: Agenda;
  readonly store: Store;
  /** Client for third parties and webhooks. */
  readonly outside: OutboundClient;
  readonly clients: readonly WorldClient[];
  readonly releases: readonly Release[];
  readonly offered: OfferedReleases;
  readonly promoted: Table<PromotedRelease>;
  /** Templates of the world; see `listLiveTemplates` for the offered ones. */
  readonly templates: readonly Template[];
  readonly templateRows: Table<TemplateRow>;
  readonly tokens: Table<TokenRow>;
  readonly accounts: Table<AccountRow>;
  readonly installed: Table<InstalledRow>;
  readonly cycles: Table<CycleRow>;
  readonly steps: Table<StepRow>;
}

/** A GUID that is unique in this service. */
export function makeGuid(state: State, kind: string): string {
  return toDerivedGuid(state.seed, [kind, state.store.countUp(kind)]);
}

/** A number that is unique in its kind; later ones are higher. */
export function makeNumber(state: State, kind: string): number {
  return makeNumbers(state, kind, 1);
}

/** First of `amount` consecutive numbers. */
export function makeNumbers(state: State, kind: string, amount: number): number {
  const first = 10_000 + (toDerivedInteger(state.seed, [kind]) % 80_000);
  return first + state.store.countUp(kind, amount);
}
