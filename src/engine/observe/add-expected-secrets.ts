import type { AccountDocument, AccountEntry } from '../../model/manifest/manifest.ts';
import type { Secrets } from '../../model/ports.ts';
import { listRefs } from '../validate/references/list-refs.ts';
import { schemas } from '../validate/schema/schemas.ts';

/** The secrets of an environment. */
type EnvironmentSecrets = {
  readonly environment: string;
  readonly secrets: Pick<Secrets, 'expect'>;
};

/** Names the secrets of accounts that are read next, so that providers are asked for many at once. */
export function addExpectedSecrets(
  { environment, secrets }: EnvironmentSecrets,
  entries: Iterable<AccountEntry>,
): void {
  for (const { uses } of entries) {
    const refs = uses?.providerRefs ?? [];
    const own = refs.filter(
      (each) => each.environment === null || each.environment === environment,
    );
    secrets.expect(own.map(({ ref }) => ref));
  }
}

/** Names the secrets of one document, which may be of another revision than the entry. */
export function addExpectedOfDocument(
  { secrets }: Pick<EnvironmentSecrets, 'secrets'>,
  document: AccountDocument,
): void {
  secrets.expect(listRefs(schemas.Account, document.written).map(({ ref }) => ref));
}
