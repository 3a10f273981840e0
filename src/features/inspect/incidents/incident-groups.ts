import { compareTexts } from '../../../kit/text/compare-texts.ts';
import type {
  IncidentGroup,
  IncidentKind,
  IncidentPlace,
  IncidentTotals,
  NamedIncident,
} from '../../../model/report/incidents.ts';

type Group = { readonly kind: IncidentKind; readonly places: Map<string, IncidentPlace> };

/** Groups incidents by kind as they come; keeps totals and no incident. */
export class IncidentGroups {
  readonly #groups = new Map<string, Group>();

  add(incident: NamedIncident, url: (incident: NamedIncident) => string | null): void {
    const { account, accountId, address, cycle } = incident;
    const kind = toKind(incident);
    const group = this.#open(kind);
    const key = JSON.stringify([accountId, cycle]);
    const before = group.places.get(key);
    const totals = addTotals(before, { count: 1, firstAt: incident.at, lastAt: incident.at });
    // The list is in the order of time, so that the later of two equal times is the later one.
    const isLatest = before === undefined || totals.lastAt === incident.at;
    group.places.set(key, {
      account,
      address,
      cycle: incident.cycleName ?? cycle ?? '',
      accountId,
      cycleId: cycle,
      ...totals,
      transaction: isLatest ? incident.transaction : before.transaction,
      url: isLatest ? url(incident) : before.url,
    });
  }

  /** Errors first; then those of the most accounts, and of these the most frequent. */
  list(): readonly IncidentGroup[] {
    return [...this.#groups.values()].map(toGroup).toSorted(compareGroups);
  }

  #open(kind: IncidentKind): Group {
    const key = JSON.stringify([kind.level, kind.step, kind.message, kind.status]);
    const group = this.#groups.get(key) ?? { kind, places: new Map() };
    this.#groups.set(key, group);
    return group;
  }
}

function toKind({ level, stepName, message, status }: NamedIncident): IncidentKind {
  return { level, step: stepName, message, status };
}

function toGroup({ kind, places }: Group): IncidentGroup {
  const all = [...places.values()].toSorted(
    (left, right) => right.count - left.count || compareTexts(left.account, right.account),
  );
  const [first, ...rest] = all.map(({ count, firstAt, lastAt }) => ({ count, firstAt, lastAt }));
  const totals = rest.reduce<IncidentTotals>(addTotals, first ?? none);
  return {
    ...kind,
    ...totals,
    accounts: new Set(all.map((each) => each.accountId)).size,
    places: all,
  };
}

const none: IncidentTotals = { count: 0, firstAt: null, lastAt: null };

function addTotals(before: IncidentTotals | undefined, more: IncidentTotals): IncidentTotals {
  if (before === undefined) return more;
  const times = [before.firstAt, before.lastAt, more.firstAt, more.lastAt]
    .filter((at) => at !== null)
    .sort((left, right) => Date.parse(left) - Date.parse(right));
  return {
    count: before.count + more.count,
    firstAt: times[0] ?? null,
    lastAt: times.at(-1) ?? null,
  };
}

function compareGroups(left: IncidentGroup, right: IncidentGroup): number {
  return (
    compareTexts(left.level, right.level) ||
    right.accounts - left.accounts ||
    right.count - left.count ||
    compareTexts(left.message ?? '', right.message ?? '')
  );
}
