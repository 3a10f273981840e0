import { accountAddress } from '../model/address.ts';
import { type Answer, type ApiFailure, writeFailure } from '../model/api-failure.ts';
import type { DescribedAccount } from '../model/described-account.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import type { LiveAccount } from '../model/live.ts';
import type { ServiceReader } from '../model/ports.ts';
import type { Shelf } from '../model/reading.ts';
import { describeAccount } from '../stages/describe/describe-account.ts';
import { SecretNames, type SecretPrefix } from '../stages/describe/secret-names.ts';
import { readWholeAccount } from '../stages/live/read-whole-account.ts';
import type { Looking } from './look-at-account.ts';

/** What all accounts that are described in one run have in common. */
export type Describer = {
  readonly looking: Looking;
  readonly shelf: Shelf;
  /** Beginnings of variables, by the key of the account. */
  readonly prefixes: ReadonlyMap<string, SecretPrefix>;
  /** Variables that manifests name already. */
  readonly variables: ReadonlySet<string>;
  readonly isFull: boolean;
  /** ISO UTC. */
  readonly now: string;
};

/** Reads an account whole, and describes it in the words of a manifest. */
export async function describeLive(
  { looking, shelf, prefixes, variables, isFull, now }: Describer,
  reader: ServiceReader,
  { key, account }: { readonly key: string; readonly account: LiveAccount },
): Promise<Answer<DescribedAccount>> {
  const whole = await readWholeAccount(reader, account, shelf);
  if (!whole.ok) return whole;
  const described = describeAccount(whole.value, {
    key,
    environment: looking.environments.size > 1 ? looking.environment : null,
    memory: await looking.store.readMemory(key),
    print: (text) => looking.secrets.print(text),
    releases: shelf.releases,
    templates: shelf.templates,
    names: new SecretNames(prefixes.get(key) ?? { prefix: '', rivals: [] }, variables),
    isFull,
    now,
  });
  return { ok: true, value: described };
}

/** Why nothing can be said of an account. */
export function reportUnread(key: string, failure: ApiFailure, remedy: string): Diagnostic {
  const summary = `The account could not be read: ${writeFailure(failure)}`;
  return { code: 'unread', severity: 'error', summary, address: accountAddress(key), remedy };
}
