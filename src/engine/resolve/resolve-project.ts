import { toPointer } from '../../kit/json/json-pointer.ts';
import { parseDuration } from '../../kit/tasks/duration.ts';
import { orderRules, parsePattern } from '../../model/desired/scope/ownership.ts';
import type {
  WrittenAccessToken,
  WrittenClientCredentials,
  WrittenEnvironment,
  WrittenService,
} from '../../model/manifest/manifest.generated.ts';
import type { ProjectDocument } from '../../model/manifest/manifest.ts';
import {
  type ConsentPages,
  type ConsentTexts,
  defaultFolders,
  type Environment,
  type Limits,
  type Project,
  type ServiceCredentials,
  type ServiceTarget,
  type StoreTarget,
} from '../../model/manifest/project.ts';
import { toVariables } from '../../model/manifest/variable.ts';
import { defaultPolicy, type UnmanagedPolicy } from '../../model/observed/unmanaged.ts';
import { type NotifyTarget, notifyEvents } from '../../model/report/notification.ts';
import { resolveOwnership } from './resolve-ownership.ts';

/** Resolves the project, with the defaults of every environment. */
export function resolveProject(document: ProjectDocument): Project {
  const { metadata, spec } = document.written;
  const [first = defaultFolders[0], ...others] = spec.manifests ?? defaultFolders;
  const environments = Object.entries(spec.environments).map(([name, written]) => {
    const root = ['spec', 'environments', name];
    const at = document.keySpanOf(toPointer(root));
    const ownership = resolveOwnership(document, written.ownership, [...root, 'ownership']);
    const scope = `${metadata.name}/${name}`;
    const variables = toVariables(document, name) ?? new Map();
    const notify = resolveNotify(document, name, written.notify ?? []);
    const own = { at, scope, variables, notify, ownership };
    return [name, { ...resolveEnvironment(name, written), ...own }] as const;
  });
  return {
    name: metadata.name,
    defaultEnvironment: spec.defaultEnvironment ?? null,
    environments: new Map(environments),
    folders: [first, ...others],
  };
}

function resolveEnvironment(
  name: string,
  written: WrittenEnvironment,
): Omit<Environment, 'at' | 'scope' | 'variables' | 'notify' | 'ownership'> {
  return {
    name,
    service: resolveService(name, written.service),
    templates: new Map(Object.entries(written.templates ?? {})),
    store: resolveStore(written.store ?? { sqlite: `.cyclectl/${name}/store.db` }),
    unmanaged: resolvePolicy(written.drift),
    unmanagedIgnored: written.unmanaged?.ignore ?? [],
    limits: resolveLimits(written.limits ?? {}, 'emulator' in written.service),
    protect: {
      maxDeletes: written.protect?.maxDeletes ?? 0,
      maxChangedPercent: written.protect?.maxChangedPercent ?? 30,
      savedPlanOnly: written.protect?.savedPlanOnly ?? false,
    },
    isProtected: written.protect !== undefined,
    consoleUrl: 'emulator' in written.service ? null : (written.service.consoleUrl ?? null),
    consent: written.consent === undefined ? null : resolveConsent(written.consent),
  };
}

const defaultTexts: ConsentTexts = {
  title: 'Connect {connector}',
  text: 'Sign in to {connector} to connect it for {account}.',
  button: 'Continue',
  done: '{connector} is connected. You can close this page.',
  color: '#1f5f8b',
  background: '#ffffff',
};

function resolveConsent(written: NonNullable<WrittenEnvironment['consent']>): ConsentPages {
  return {
    origin: URL.canParse(written.url) ? new URL(written.url).origin : written.url,
    validMs: parseDuration(written.validFor ?? '7d') ?? 0,
    page: { ...defaultTexts, ...written.page },
  };
}

function resolvePolicy(written: WrittenEnvironment['drift']): UnmanagedPolicy {
  const rules = (written?.rules ?? []).map(({ path, unmanaged: response }) => {
    return { pattern: parsePattern(path), response };
  });
  return { ...defaultPolicy, ...written?.unmanaged, rules: orderRules(rules) };
}

function resolveNotify(
  document: ProjectDocument,
  environment: string,
  written: NonNullable<WrittenEnvironment['notify']>,
): NotifyTarget[] {
  return written.map((target, index) => {
    const pointer = toPointer(['spec', 'environments', environment, 'notify', String(index)]);
    const base = { at: document.spanOf(pointer), on: new Set(target.on ?? notifyEvents) };
    if ('slack' in target) return { ...base, kind: 'slack', url: target.slack };
    return { ...base, kind: 'webhook', url: target.webhook, key: target.key ?? null };
  });
}

function resolveStore(written: NonNullable<WrittenEnvironment['store']>): StoreTarget {
  return 'sqlite' in written
    ? { kind: 'sqlite', file: written.sqlite }
    : { kind: 'postgres', url: written.postgres };
}

function resolveService(environment: string, written: WrittenService): ServiceTarget {
  if ('emulator' in written) {
    const { world, data } = written.emulator;
    const dataDirectory = data ?? `.cyclectl/${environment}/service`;
    return { kind: 'emulator', worldFile: world, dataDirectory };
  }
  return {
    kind: 'remote',
    baseUrl: written.baseUrl,
    authUrl: written.authUrl ?? null,
    accountHeader: written.accountHeader ?? 'X-Service-Account',
    contract: written.contract ?? 'full',
    token: resolveToken(written.token),
  };
}

function resolveToken(written: WrittenClientCredentials | WrittenAccessToken): ServiceCredentials {
  if ('accessToken' in written) return { kind: 'token', accessToken: written.accessToken };
  const { clientId, clientSecret, scope } = written;
  return { kind: 'client', clientId, clientSecret, ...(scope === undefined ? {} : { scope }) };
}

// Requests per second: high for the embedded service; for others gentle at first, and never high unless set.
const embeddedRate = 1000;
const unsetRate = { requestsPerSecond: 50, growsFrom: 10 };

function resolveLimits(
  written: NonNullable<WrittenEnvironment['limits']>,
  isEmbedded: boolean,
): Limits {
  const { requestsPerSecond = isEmbedded ? embeddedRate : undefined, reserve } = written;
  return {
    concurrency: written.concurrency ?? 8,
    ...(requestsPerSecond === undefined ? unsetRate : { requestsPerSecond }),
    ...(reserve === undefined ? {} : { reserve }),
    requestTimeoutMs: parseDuration(written.requestTimeout ?? '30s') ?? 30_000,
    drainTimeoutMs: parseDuration(written.drainTimeout ?? '10m') ?? 600_000,
  };
}
