import type { RunContext } from '../../../engine/observe/observe-account.ts';
import { toAccountAddress } from '../../../model/address.ts';
import type { DraftedCycle } from '../../../model/desired/cycle-file/drafted-cycle.ts';
import {
  type Answer,
  type ApiFailure,
  formatFailure,
} from '../../../model/diagnostic/api-failure.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
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
import { HiddenTexts } from './secrets/hidden-texts.ts';
import { SecretNames, type SecretPrefix } from './secrets/secret-names.ts';

/** What all accounts that are described in one run have in common. */
export type Describer = {
  readonly context: RunContext;
  readonly catalog: Catalog;
  /** Beginnings of variables, by the key of the account. */
  readonly prefixes: ReadonlyMap<string, SecretPrefix>;
  /** Variables that manifests name already. */
  readonly variables: ReadonlySet<string>;
  readonly isFull: boolean;
  /** ISO UTC. */
  readonly now: string;
};

/** An account in the words of a manifest, and the files of its cycles that it names. */
export type LiveDescription = {
  readonly described: DescribedAccount;
  readonly drafts: readonly DraftedCycle[];
  /** Whether the account's name may be a secret, so that there is no manifest of it. */
  readonly hasSecretName: boolean;
};

/** What is to be described, and beside what. */
type DescribedSubject = {
  readonly key: string;
  readonly account: LiveAccount;
  readonly hasFiles: boolean;
  readonly beside?: ExistingManifest;
};

/** A manifest that has some of an account already: what is remembered of that, and what it has. */
export type ExistingManifest = Required<Pick<DescribeOptions, 'memory' | 'managed'>>;

/**
 * Reads an account whole, and describes it in the words of a manifest. A cycle that no template made is described by a
 * file of its own where there are files, and is left out where there are none.
 */
export async function describeLive(
  { context, catalog, prefixes, variables, isFull, now }: Describer,
  reader: ServiceReader,
  { key, account, hasFiles, beside }: DescribedSubject,
): Promise<Answer<LiveDescription>> {
  const whole = await readWholeAccount(reader, account, catalog);
  if (!whole.ok) return whole;
  const memory = beside?.memory ?? (await context.store.readState(key));
  const cycles = beside?.managed.cycles ?? nothingManaged;
  const { releases, templates } = catalog;
  const print: Fingerprinter = (text) => context.secrets.fingerprint(text);
  const hidden = new HiddenTexts(whole.value, { releases, memory, print });
  const drafts: Answer<ReadonlyMap<RemoteId, DraftedCycle>> = hasFiles
    ? await makeCycleDrafts({
        reader,
        whole: whole.value,
        key,
        known: { memory, managed: cycles },
        hidden,
      })
    : { ok: true, value: new Map() };
  if (!drafts.ok) return drafts;
  const described = describeAccount(whole.value, {
    key,
    environment: context.environments.size > 1 ? context.environment : null,
    ...(beside ?? { memory }),
    hidden,
    releases,
    templates,
    drafts: drafts.value,
    names: new SecretNames(prefixes.get(key) ?? { prefix: '', rivals: [] }, variables),
    isFull,
    now,
  });
  const hasSecretName = beside === undefined && hidden.has(account.name);
  return { ok: true, value: { described, drafts: [...drafts.value.values()], hasSecretName } };
}

/** Why there is no manifest of an account whose name may be a secret; its key is made of that name, and its id is said. */
export function reportSecretName(): Diagnostic {
  const summary = 'The name of the account may be a secret, and its manifest would say it';
  const remedy = 'Give it another name in the console, and run the command again.';
  return { code: 'name-secret', severity: 'error', summary, remedy };
}

/** Why nothing can be said of an account. */
export function reportUnread(key: string, failure: ApiFailure, remedy: string): Diagnostic {
  const summary = `The account could not be read: ${formatFailure(failure)}`;
  return { code: 'unread', severity: 'error', summary, address: toAccountAddress(key), remedy };
}
