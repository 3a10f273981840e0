import { toPointer } from '../../kit/json/json-pointer.ts';
import { toConnectorAddress } from '../../model/address.ts';
import type {
  AuthForm,
  DesiredAuth,
  DesiredConnector,
  EarlierKey,
} from '../../model/desired/desired.ts';
import type { DesiredCheck } from '../../model/manifest/check.ts';
import type {
  WrittenAuth,
  WrittenInstalledConnector,
} from '../../model/manifest/manifest.generated.ts';
import type { AccountDocument } from '../../model/manifest/manifest.ts';
import type { Secrets } from '../../model/ports.ts';
import { listAuthRefs, readAuthValue } from '../../model/secret/auth-value.ts';
import type { BoundSecret } from '../../model/secret/secret.ts';
import type { SourceSpan } from '../../model/source-span.ts';
import { addText, FieldList } from './field-list.ts';

/** A connector of an account's manifest. */
type ConnectorPart = {
  readonly document: AccountDocument;
  readonly account: string;
  readonly secrets: Secrets;
  readonly key: string;
  readonly written: WrittenInstalledConnector;
};

/** Resolves an installed connector of a manifest. */
export async function resolveConnector(part: ConnectorPart): Promise<DesiredConnector> {
  const { document, account, key, written } = part;
  const root = ['spec', 'connectors', key];
  const { connector, displayName = key, description } = written;
  const spanOf = (...names: string[]) => document.spanOf(toPointer([...root, ...names]));
  const at = document.keySpanOf(toPointer(root));
  const auth = resolveAuth(written.auth);
  const fields = new FieldList();
  const nameAt = written.displayName === undefined ? at : spanOf('displayName');
  fields.addPlain(['displayName'], displayName, nameAt);
  if (description !== undefined) {
    fields.addPlain(['description'], description, spanOf('description'));
  }
  if (auth.kind === 'value') {
    fields.addSecret(['auth'], await bindAuth(auth.form, part.secrets), spanOf('auth'));
  }
  for (const [name, value] of Object.entries(written.properties ?? {})) {
    const names = ['properties', name];
    await addText(fields, part.secrets, { names, written: value, at: spanOf(...names) });
  }
  for (const [name, value] of Object.entries(written.customCategories ?? {})) {
    const names = ['customCategories', name];
    fields.addPlain(names, value, spanOf(...names));
  }
  return {
    key,
    address: toConnectorAddress(account, key),
    at,
    name: displayName,
    connector: {
      name: connector.name,
      version: connector.version ?? null,
      at: spanOf('connector', 'name'),
    },
    authentication: written.authentication ?? null,
    auth,
    fields: fields.toFields(),
    checks: listChecks(written, spanOf),
    ...resolveLifecycle(written, spanOf),
  };
}

function listChecks(
  { checks = [] }: WrittenInstalledConnector,
  spanOf: (...names: string[]) => SourceSpan,
): DesiredCheck[] {
  return checks.map(({ method, parameters = {}, expect }, index) => {
    const root = ['checks', String(index)];
    return {
      method,
      parameters: Object.entries(parameters).map(([name, value]) => ({
        name,
        text: String(value),
        at: spanOf(...root, 'parameters', name),
      })),
      status: expect?.status ?? null,
      at: spanOf(...root, 'method'),
    };
  });
}

function resolveAuth(written: WrittenAuth | undefined): DesiredAuth {
  if (written === undefined) return { kind: 'unmanaged' };
  if (written === 'none') return { kind: 'none' };
  if ('apiKey' in written) return toValue({ kind: 'api-key', key: written.apiKey });
  if ('authValue' in written) return toValue({ kind: 'raw', value: written.authValue });
  if ('basic' in written) return toValue({ kind: 'basic', ...written.basic });
  const { oauth } = written;
  if ('tokens' in oauth) return toValue({ kind: 'raw', value: oauth.tokens });
  return { kind: 'oauth', user: oauth.user };
}

function toValue(form: AuthForm): DesiredAuth {
  return { kind: 'value', form };
}

/**
 * Fingerprints the finished AuthValue, so that a change of user name or password shows, and each of
 * its parts that is a secret.
 */
async function bindAuth(form: AuthForm, secrets: Secrets): Promise<BoundSecret> {
  const value = await readAuthValue(form, secrets);
  const refs = listAuthRefs(form);
  const bound = await Promise.all(refs.map((ref) => secrets.bind(ref)));
  const parts = form.kind === 'basic' ? bound.flatMap(({ fingerprint }) => fingerprint ?? []) : [];
  const whole =
    value === null
      ? (bound.find((part) => part.fingerprint === null) ?? { ref: refs[0], fingerprint: null })
      : { ref: refs[0], fingerprint: value.fingerprint((text) => secrets.fingerprint(text)) };
  return parts.length === 0 ? whole : { ...whole, partFingerprints: parts };
}

/** Resolves the earlier key of an entry, and its protection. */
export function resolveLifecycle(
  written: { readonly renamedFrom?: string; readonly protect?: boolean },
  spanOf: (name: string) => SourceSpan,
): { readonly renamedFrom?: EarlierKey; readonly isProtected?: true } {
  const { renamedFrom, protect } = written;
  return {
    ...(renamedFrom === undefined
      ? {}
      : { renamedFrom: { key: renamedFrom, at: spanOf('renamedFrom') } }),
    ...(protect === true ? { isProtected: true } : {}),
  };
}
