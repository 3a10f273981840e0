import type { Substitutes } from '../../../../app/ports/rehearsal/make-substitutes.ts';
import type {
  SeedAccount,
  SeedConnector,
  SeedCycle,
} from '../../../../app/ports/rehearsal/service-seed.ts';
import { type Address, parsePath, toConnectorAddress } from '../../../../model/address.ts';
import type { AccountPlan } from '../../../../model/plan/plan.ts';
import type { AccountState, ObjectRecord } from '../../../../model/state/account-state.ts';
import { findExpected, type KnownReader, listKnown, openKnown } from './list-known.ts';
import { makeCycleSeed } from './make-cycle-seed.ts';
import type { Offer } from './offer.ts';

/** A part of the service that is not known for sure, and what the rehearsal has in its place. */
export type SeedGap = {
  readonly account: string;
  readonly address: Address;
  /** `no-baseline`: only what Git manages. `no-contents`: inside the cycle, what its template gives. */
  readonly kind: 'no-baseline' | 'no-contents' | 'no-template';
};

/** An account as it was planned, or why nothing can be said of it. */
export type AccountSeed =
  | {
      readonly kind: 'seeded';
      /** Null: it does not exist yet. */
      readonly account: SeedAccount | null;
      readonly gaps: readonly SeedGap[];
    }
  | { readonly kind: 'unknown'; readonly why: string };

type Input = {
  readonly plan: AccountPlan;
  readonly state: AccountState;
  readonly offer: Offer;
  readonly toText: Substitutes['toText'];
};

/** Makes an account as it was when it was planned, from its records and the plan. */
export function makeAccountSeed(input: Input): AccountSeed {
  const { plan, state, offer } = input;
  const adopted = plan.changes.find(
    ({ verb, address }) => verb === 'adopt' && !state.objects.has(address),
  );
  if (adopted !== undefined) {
    return {
      kind: 'unknown',
      why: `${adopted.address} is to be adopted, and nothing of it is recorded`,
    };
  }
  const own = [...state.objects.values()].find(({ kind }) => kind === 'account');
  if (own === undefined) {
    return plan.isNew
      ? { kind: 'seeded', account: null, gaps: [] }
      : { kind: 'unknown', why: `the state has no record of ${plan.account}` };
  }
  const there = [...state.objects.values()].filter((record) => !isGone(plan, record));
  const connectors = there.filter(({ kind }) => kind === 'connector');
  const odd = connectors.find(({ remoteId }) => !/^[1-9]\d{0,14}$/.test(remoteId));
  if (odd !== undefined) {
    return { kind: 'unknown', why: `the id of ${odd.address} is no number` };
  }
  if (plan.isNew) return { kind: 'seeded', account: null, gaps: [] };
  const seeded = connectors.map((record) => makeConnector(record, input));
  const cycles = there.filter(({ kind }) => kind === 'cycle');
  const made = cycles.map((record) => makeCycle(record, { ...input, seeded }));
  const known = open(own, input);
  const account: SeedAccount = {
    ...toAccountRow(own, known),
    connectors: seeded,
    cycles: made,
  };
  offer.addAccount(account);
  for (const { template, steps } of made)
    if (template !== undefined) offer.addTemplate(template, steps);
  return { kind: 'seeded', account, gaps: listGaps([own, ...connectors, ...cycles], input) };
}

// The plan found that others deleted it.
function isGone(plan: AccountPlan, record: ObjectRecord): boolean {
  const { address } = record;
  if (findExpected(record, plan) !== undefined) return false;
  const isMadeAgain = plan.changes.some(
    (each) => each.address === address && each.verb === 'create' && each.isGone === true,
  );
  return isMadeAgain || plan.expects.some((each) => each.address === address && each.id === null);
}

function open(record: ObjectRecord, { plan, toText }: Input): KnownReader {
  return openKnown(record, listKnown(record, plan), toText);
}

function toAccountRow(
  record: ObjectRecord,
  known: KnownReader,
): Omit<SeedAccount, 'connectors' | 'cycles'> {
  return {
    id: record.remoteId,
    externalId: record.externalId ?? record.remoteId,
    name: known.text('displayName') ?? record.externalId ?? record.remoteId,
    description: known.text('description'),
    auditInfo: known.text('auditInfo'),
    taskAuditInfo: known.text('taskAuditInfo'),
    timezone: known.text('timezone') ?? 'UTC',
    successRetentionHours: known.number('retention/successHours'),
    erroredRetentionHours: known.number('retention/erroredHours'),
    webhookEnabled: known.flag('errorWebhook/enabled') ?? false,
    webhookUrl: known.text('errorWebhook/url'),
    webhookIncludeWarnings: known.flag('errorWebhook/includeWarnings') ?? false,
  };
}

function makeConnector(record: ObjectRecord, input: Input): SeedConnector {
  const known = open(record, input);
  const key = parsePath(record.address).at(-1) ?? '';
  const version = known.text('connector/version');
  const auth = known.values.get('auth' as never);
  const shown = record.baseline?.['auth' as never] as { readonly value?: unknown } | undefined;
  const isSignedIn = auth?.kind === 'secret' || auth?.value === true;
  const properties = [...known.values.keys()].flatMap((path) => {
    const [section, name] = parsePath(path);
    return section === 'properties' && name !== undefined
      ? [[name, known.text(path)] as const]
      : [];
  });
  return {
    id: Number(record.remoteId),
    connector: known.text('connector/name') ?? 'Not known',
    ...(version === null ? {} : { version }),
    name: known.text('displayName') ?? key,
    description: known.text('description'),
    authValue: auth?.kind === 'secret' ? known.text('auth') : null,
    // Without a line for its sign-in nothing is known of it.
    isAuthenticated:
      typeof shown?.value === 'boolean' ? shown.value : auth === undefined || isSignedIn,
    properties: Object.fromEntries(properties),
  };
}

function makeCycle(
  record: ObjectRecord,
  input: Input & { readonly seeded: readonly SeedConnector[] },
): SeedCycle {
  const { plan, state, offer, seeded } = input;
  const known = open(record, input);
  const template = known.text('from/template');
  return makeCycleSeed({
    record,
    known,
    isActive: isActive(record, input, known),
    template: template === null ? undefined : offer.findTemplate(template),
    connectors: new Map(
      seeded.map(({ id, connector, version }) => [
        id,
        { name: connector, ...(version === undefined ? {} : { version }) },
      ]),
    ),
    findConnector: (key) => {
      const found = state.objects.get(toConnectorAddress(plan.account, key));
      return found === undefined ? null : Number(found.remoteId);
    },
  });
}

function isActive(record: ObjectRecord, { plan, state }: Input, known: KnownReader): boolean {
  const expected = findExpected(record, plan);
  if (expected?.isActive !== undefined) return expected.isActive;
  return !state.pauses.has(record.address) && known.text('state') === 'active';
}

function listGaps(records: readonly ObjectRecord[], { plan, offer }: Input): readonly SeedGap[] {
  const { account } = plan;
  return records.flatMap(({ address, kind, baseline, applied }): SeedGap[] => {
    const template = applied['from/template' as never] as { readonly value?: unknown } | undefined;
    const isUnoffered = typeof template?.value === 'string' && !offer.hasTemplate(template.value);
    const lacksContents = kind === 'cycle' && !Object.hasOwn(baseline ?? {}, 'steps');
    return [
      ...(baseline === undefined ? [{ account, address, kind: 'no-baseline' } as const] : []),
      ...(baseline !== undefined && lacksContents
        ? [{ account, address, kind: 'no-contents' } as const]
        : []),
      ...(isUnoffered ? [{ account, address, kind: 'no-template' } as const] : []),
    ];
  });
}
