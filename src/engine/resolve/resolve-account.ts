import { parsePointer, toPointer } from '../../kit/json/json-pointer.ts';
import {
  type Address,
  toAccountAddress,
  toConnectorAddress,
  toCycleAddress,
} from '../../model/address.ts';
import type { DesiredAccount } from '../../model/desired/desired.ts';
import type { Ignored } from '../../model/desired/scope/ignored.ts';
import { parsePattern } from '../../model/desired/scope/ownership.ts';
import {
  type AccountDocument,
  findIdInEnvironment,
  toAccountEntry,
} from '../../model/manifest/manifest.ts';
import type { Secrets } from '../../model/ports.ts';
import { type Setting, unmanaged } from '../../model/setting.ts';
import type { SourceSpan } from '../../model/source-span.ts';
import { addRetention, addText, FieldList } from './field-list.ts';
import { resolveConnector } from './resolve-connector.ts';
import { resolveCycle } from './resolve-cycle.ts';
import { resolveOwnership } from './resolve-ownership.ts';

/**
 * Resolves the account of a manifest for one environment, with secrets as fingerprints. Null if it
 * has no id there, because it does not exist in that environment.
 */
export async function resolveAccount(
  document: AccountDocument,
  environment: string,
  secrets: Secrets,
): Promise<DesiredAccount | null> {
  const entry = toAccountEntry(document);
  const id = findIdInEnvironment(entry, environment);
  if (id === null) return null;
  const { spec } = document.written;
  const account = entry.key;
  const part = { document, account, secrets };
  return {
    key: account,
    environment,
    address: toAccountAddress(account),
    id,
    at: entry.at,
    idAt: document.spanOf(
      spec.id === undefined ? toPointer(['spec', 'ids', environment]) : '/spec/id',
    ),
    name: spec.displayName ?? account,
    fields: (await readFields(document, secrets)).toFields(),
    connectors: await resolveMap(spec.connectors, (key, written) =>
      resolveConnector({ ...part, key, written }),
    ),
    cycles: await resolveMap(spec.cycles, (key, written) =>
      resolveCycle({ ...part, key, written }),
    ),
    ownership: resolveOwnership(document, spec.ownership, ['spec', 'ownership']),
    ignores: resolveIgnores(document, environment),
    ...(spec.protect === true ? { isProtected: true } : {}),
    ...(spec.blueprint?.state === 'leaving' ? { isLeaving: true } : {}),
    ...resolveUnmet(document, account),
  };
}

function resolveUnmet(
  { unmet = [] }: AccountDocument,
  account: string,
): Pick<DesiredAccount, 'unmet'> {
  const found = unmet.flatMap(({ pointer, at }): [Address, SourceSpan][] => {
    const [, section, key = '', ...more] = parsePointer(pointer);
    if (more.length > 0) return [];
    const toAddress = section === 'cycles' ? toCycleAddress : toConnectorAddress;
    return [[toAddress(account, key), at]];
  });
  return found.length === 0 ? {} : { unmet: new Map(found) };
}

const ownTexts = ['displayName', 'description', 'timezone', 'auditInfo', 'taskAuditInfo'] as const;

async function readFields(document: AccountDocument, secrets: Secrets): Promise<FieldList> {
  const { spec } = document.written;
  const spanOf = (...names: string[]) => document.spanOf(toPointer(['spec', ...names]));
  const fields = new FieldList();
  for (const key of ownTexts) {
    const value = spec[key];
    if (value !== undefined) fields.addPlain([key], value, spanOf(key));
  }
  addRetention(fields, spec.retention, (key) =>
    key === null ? spanOf('retention') : spanOf('retention', key),
  );
  const { errorWebhook } = spec;
  if (errorWebhook === undefined) return fields;
  fields.addPlain(['errorWebhook', 'enabled'], errorWebhook !== null, spanOf('errorWebhook'));
  if (errorWebhook === null) return fields;
  const { url, includeWarnings } = errorWebhook;
  const names = ['errorWebhook', 'url'];
  await addText(fields, secrets, { names, written: url, at: spanOf(...names) });
  if (includeWarnings !== undefined) {
    const at = spanOf('errorWebhook', 'includeWarnings');
    fields.addPlain(['errorWebhook', 'includeWarnings'], includeWarnings, at);
  }
  return fields;
}

async function resolveMap<Written, Desired>(
  written: Readonly<Record<string, Written>> | undefined,
  resolve: (key: string, written: Written) => Promise<Desired>,
): Promise<Setting<ReadonlyMap<string, Desired>>> {
  if (written === undefined) return unmanaged;
  const value = new Map<string, Desired>();
  for (const [key, item] of Object.entries(written)) value.set(key, await resolve(key, item));
  return { kind: 'set', value };
}

/** Resolves the ignores of an account in an environment, also expired ones. */
function resolveIgnores(document: AccountDocument, environment: string): readonly Ignored[] {
  return Object.entries(document.written.spec.ignore ?? {})
    .filter(([, entry]) => entry.in?.includes(environment) ?? true)
    .map(([text, { until, reason, changes }]) => ({
      path: parsePattern(text),
      until,
      reason,
      ...(changes === undefined ? {} : { changes }),
      at: document.keySpanOf(toPointer(['spec', 'ignore', text])),
    }));
}
