import type { RunContext } from '../../../engine/observe/run-context.ts';
import { toAccountAddress } from '../../../model/address.ts';
import type { DraftedCycle } from '../../../model/desired/cycle-file/cycle-file.ts';
import {
  type Answer,
  type ApiFailure,
  formatFailure,
} from '../../../model/diagnostic/api-failure.ts';
import { type Diagnostic, reportError } from '../../../model/diagnostic/diagnostic.ts';
import type { LiveAccount, RemoteId } from '../../../model/live/live.ts';
import type { Catalog } from '../../../model/live/reading.ts';
import type { Fingerprinter } from '../../../model/plan/expectation.ts';
import type { ServiceReader } from '../../../model/ports.ts';
import {
  type DescribeOptions,
  describeAccount,
  nothingManaged,
} from './account/describe-account.ts';
import { readWholeAccount } from './account/read-whole-account.ts';
import type { DescribedAccount } from './described-account.ts';
import { makeCycleDrafts } from './make-cycle-drafts.ts';
import { makeHiddenTexts } from './secrets/make-hidden-texts.ts';
import { SecretNames, type SecretPrefix } from './secrets/secret-names.ts';

/** Shared context of the accounts of a run. */
export type Describer = {
  readonly context: RunContext;
  readonly catalog: Catalog;
  /** Prefixes of variables, by the key of the account. */
  readonly prefixes: ReadonlyMap<string, SecretPrefix>;
  /** Variables that manifests use already. */
  readonly variables: ReadonlySet<string>;
  readonly isFull: boolean;
  /** Makes keys that accounts have in common. */
  readonly hasSharedKeys?: boolean;
  /** ISO UTC. */
  readonly now: string;
};

/** Description of an account, with the files of its cycles. */
export type LiveDescription = {
  readonly described: DescribedAccount;
  readonly drafts: readonly DraftedCycle[];
  /** True when the name of the account may be a secret, so it gets no manifest. */
  readonly hasSecretName: boolean;
};

type DescribedSubject = {
  readonly key: string;
  readonly account: LiveAccount;
  readonly hasFiles: boolean;
  readonly beside?: ExistingManifest;
};

/** Existing manifest of an account, with its state. */
export type ExistingManifest = Required<Pick<DescribeOptions, 'state' | 'managed'>>;

/**
 * Reads an account whole and describes it as a manifest. A cycle without a template gets a file, or
 * is left out.
 */
export async function describeLive(
  { context, catalog, prefixes, variables, isFull, now, hasSharedKeys = false }: Describer,
  reader: ServiceReader,
  { key, account, hasFiles, beside }: DescribedSubject,
): Promise<Answer<LiveDescription>> {
  const whole = await readWholeAccount(reader, account, catalog);
  if (!whole.ok) return whole;
  const state = beside?.state ?? (await context.store.readState(key));
  const cycles = beside?.managed.cycles ?? nothingManaged;
  const { releases, templates } = catalog;
  const print: Fingerprinter = (text) => context.secrets.fingerprint(text);
  const hidden = makeHiddenTexts(whole.value, { releases, state, print });
  const drafts: Answer<ReadonlyMap<RemoteId, DraftedCycle>> = hasFiles
    ? await makeCycleDrafts({
        reader,
        whole: whole.value,
        key,
        known: { state, managed: cycles },
        hidden,
      })
    : { ok: true, value: new Map() };
  if (!drafts.ok) return drafts;
  const described = describeAccount(whole.value, {
    key,
    environment: context.environments.size > 1 ? context.environment : null,
    ...(beside ?? { state }),
    hidden,
    releases,
    templates,
    drafts: drafts.value,
    names: new SecretNames(prefixes.get(key) ?? { prefix: '', rivals: [] }, variables),
    isFull,
    hasSharedKeys,
    now,
  });
  const hasSecretName = beside === undefined && hidden.has(account.name);
  return { ok: true, value: { described, drafts: [...drafts.value.values()], hasSecretName } };
}

/** Reports an account whose name may be a secret, because its key comes from that name. */
export function reportSecretName(): Diagnostic {
  const summary = 'The name of the account may be a secret, and its manifest would contain it';
  const remedy = 'Rename it in the console, and run the command again.';
  return reportError('name-secret', { summary, remedy });
}

/** Reports an account that could not be read. */
export function reportUnread(key: string, failure: ApiFailure, remedy: string): Diagnostic {
  const summary = `The account could not be read: ${formatFailure(failure)}`;
  return reportError('unread', { summary, address: toAccountAddress(key), remedy });
}
