import { type Address, parsePath } from '../../../../model/address.ts';
import type {
  Cause,
  DriftEvent,
  ErrorEvent,
  RunEvent,
  SignInEvent,
  StoppedEvent,
  WhyEvent,
} from './why-event.ts';

/** A change longer before the first error explains less. */
const nearMs = 24 * 3_600_000;

/** The service's message for a refused sign-in (SERVICE F [D]). */
const authenticationMessage = 'Failed to authenticate the connector';
/** Messages of a step that lacks what an earlier one failed to bring (SERVICE F [D]). */
const followingMessages = new Set(['Required source is empty']);

/** Weights of causes; they only order. */
const weights = {
  signedOut: 100,
  stopped: 95,
  runAtStep: 90,
  driftAtStep: 80,
  runNear: 70,
  credentials: 65,
  rate: 60,
  thirdParty: 55,
  driftNear: 50,
  data: 40,
  runBefore: 30,
  release: 10,
};

/**
 * Lists possible causes, the likeliest first; none is proven. A change explains errors only if all of their
 * kind came after it, and less if a run without one came between (`lastSuccess`).
 */
export function findCauses(
  events: readonly WhyEvent[],
  lastSuccess: string | null,
): readonly Cause[] {
  const errors = pick(events, 'errors').filter(({ level }) => level === 'error');
  const own = errors.filter(({ message }) => message === null || !followingMessages.has(message));
  const main = own.length > 0 ? own : errors;
  const causes = [
    ...listStops(events),
    ...main.flatMap((error) => [
      ...listSignIns(error, events),
      ...listRuns(error, events, lastSuccess),
      ...listDrift(error, events),
      ...listByStatus(error),
    ]),
    ...(main.length === 0
      ? []
      : pick(events, 'release').map(
          (event): Cause => ({ kind: 'release', weight: weights.release, restsOn: [event] }),
        )),
  ];
  return join(causes).toSorted((left, right) => right.weight - left.weight);
}

function pick<Kind extends WhyEvent['kind']>(
  events: readonly WhyEvent[],
  kind: Kind,
): Extract<WhyEvent, { readonly kind: Kind }>[] {
  return events.filter(
    (event): event is Extract<WhyEvent, { readonly kind: Kind }> => event.kind === kind,
  );
}

function listStops(events: readonly WhyEvent[]): Cause[] {
  return pick(events, 'stopped').map((event: StoppedEvent) => ({
    kind: 'stopped',
    weight: weights.stopped,
    restsOn: [event, ...pick(events, 'drift').filter(({ item }) => item.kind === 'stopped')],
  }));
}

function listSignIns(error: ErrorEvent, events: readonly WhyEvent[]): Cause[] {
  if (!isOfSignIn(error)) return [];
  const out = pick(events, 'sign-in');
  if (out.length === 0) {
    return [{ kind: 'credentials', weight: weights.credentials, restsOn: [error] }];
  }
  return out.map((event: SignInEvent) => ({
    kind: 'sign-in',
    weight: weights.signedOut,
    restsOn: [event, error],
  }));
}

function isOfSignIn({ message, status }: ErrorEvent): boolean {
  return message === authenticationMessage || status === 401 || status === 403;
}

function listRuns(
  error: ErrorEvent,
  events: readonly WhyEvent[],
  lastSuccess: string | null,
): Cause[] {
  return pick(events, 'run').flatMap((event: RunEvent): Cause[] => {
    const gapMs = readGap(event.at, error);
    if (gapMs === null) return [];
    const isNear = gapMs <= nearMs && !isBetween(lastSuccess, event, error);
    const isAtStep = event.changed.some((address) => isAbout(address, error));
    const near = isAtStep ? weights.runAtStep : weights.runNear;
    return [{ kind: 'run', weight: isNear ? near : weights.runBefore, restsOn: [event, error] }];
  });
}

function listDrift(error: ErrorEvent, events: readonly WhyEvent[]): Cause[] {
  return pick(events, 'drift').flatMap((event: DriftEvent): Cause[] => {
    const { address, path, since } = event.item;
    // It is known since a drift noticed it, so that the change itself may be older.
    if (since !== null && error.lastAt !== null && Date.parse(since) > Date.parse(error.lastAt)) {
      return [{ kind: 'drift', weight: weights.runBefore, restsOn: [event, error] }];
    }
    const whole = (path === null ? address : `${address}/${path}`) as Address;
    const weight = isAbout(whole, error) ? weights.driftAtStep : weights.driftNear;
    return [{ kind: 'drift', weight, restsOn: [event, error] }];
  });
}

function listByStatus(error: ErrorEvent): Cause[] {
  const { status } = error;
  if (status === null || isOfSignIn(error)) return [];
  if (status === 429) return [{ kind: 'rate', weight: weights.rate, restsOn: [error] }];
  return status >= 500
    ? [{ kind: 'third-party', weight: weights.thirdParty, restsOn: [error] }]
    : [{ kind: 'data', weight: weights.data, restsOn: [error] }];
}

/** Milliseconds from a change to the first error after it; null if errors came before it, or without a time. */
function readGap(at: string, { firstAt }: ErrorEvent): number | null {
  if (firstAt === null) return null;
  const gapMs = Date.parse(firstAt) - Date.parse(at);
  return gapMs < 0 ? null : gapMs;
}

function isBetween(time: string | null, { at }: RunEvent, { firstAt }: ErrorEvent): boolean {
  if (time === null || firstAt === null) return false;
  const ms = Date.parse(time);
  return ms > Date.parse(at) && ms < Date.parse(firstAt);
}

/** Returns whether an address is of the failing step, or of the authentication that failed. */
function isAbout(address: Address, error: ErrorEvent): boolean {
  const [, section, , part, name] = parsePath(address);
  if (section === 'cycles') return part === 'steps' && name === error.step;
  return section === 'connectors' && part === 'auth' && isOfSignIn(error);
}

/** The same cause of several errors is one, with all that it rests on. */
function join(causes: readonly Cause[]): Cause[] {
  const joined = new Map<WhyEvent | string, Cause>();
  for (const cause of causes) {
    const [first] = cause.restsOn;
    const key = first === undefined || first.kind === 'errors' ? cause.kind : first;
    const before = joined.get(key);
    joined.set(key, {
      kind: cause.kind,
      weight: Math.max(cause.weight, before?.weight ?? 0),
      restsOn: [...new Set([...(before?.restsOn ?? []), ...cause.restsOn])],
    });
  }
  return [...joined.values()];
}
