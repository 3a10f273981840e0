import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect, it, onTestFinished } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import packageJson from '../../package.json' with { type: 'json' };
import { readText } from '../docs/read-pages.ts';
import { refuseWords } from '../docs/refuse-words.ts';
import { commit, git } from '../support/git-repository.ts';
import { copyExample } from '../support/run-cyclectl.ts';
import { scrapeReplica } from './scrape-replica.ts';

type Probe = { readonly httpGet?: { readonly path: string; readonly port: string } };

type Container = {
  readonly name: string;
  readonly image: string;
  readonly command?: readonly string[];
  readonly args?: readonly string[];
  readonly env?: readonly {
    readonly name: string;
    readonly value?: string;
    readonly valueFrom?: { readonly secretKeyRef: { readonly name: string; readonly key: string } };
  }[];
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
  readonly startupProbe?: Probe;
  readonly livenessProbe?: Probe;
  readonly readinessProbe?: Probe;
  readonly securityContext: object;
  readonly resources: { readonly requests: object; readonly limits: object };
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[];
};

const folder = 'deploy/kubernetes';
const text = await readText(`${folder}/controller.yaml`);
const parsed = parseAllDocuments(text, { strict: true, version: '1.1' });
const manifests = parsed.map((each) => each.toJS());
const guide = await readText('docs/guides/deploy-a-controller.md');

function find(kind: string) {
  return manifests.find((each) => each.kind === kind);
}

const { spec } = find('Deployment');
const pod = spec.template.spec;
const [controller]: readonly Container[] = pod.containers;
const patch = parse(await readText(`${folder}/with-sidecar/sidecar.yaml`), { strict: true });
const patched = (applyPatch(spec, patch.spec) as typeof spec).template.spec;
const [sidecar]: readonly Container[] = patched.initContainers;
const [follower]: readonly Container[] = patched.containers;
if (controller === undefined || sidecar === undefined || follower === undefined)
  throw new Error('no containers');

type Tree = Record<string, never>;

/** Merges a patch as kustomize does: objects by their keys, lists of objects by name or path, others whole. */
function applyPatch(before: Tree, change: object): Tree {
  const merged: Record<string, unknown> = { ...before };
  for (const [key, value] of Object.entries(change)) {
    const old: unknown = merged[key];
    if (Array.isArray(value) && typeof value[0] === 'object') merged[key] = mergeList(old, value);
    else if (typeof value === 'object' && !Array.isArray(value))
      merged[key] = applyPatch((old ?? {}) as Tree, value);
    else merged[key] = value;
  }
  return merged as Tree;
}

function mergeList(old: unknown, changes: readonly Tree[]): readonly unknown[] {
  const list: Tree[] = Array.isArray(old) ? [...old] : [];
  for (const change of changes) {
    const key = 'mountPath' in change ? 'mountPath' : 'name';
    const at = list.findIndex((each) => each[key] === change[key]);
    const before = list[at];
    if ('$patch' in change) list.splice(at, at < 0 ? 0 : 1);
    else if (before === undefined) list.push(change);
    else list[at] = applyPatch(before, change);
  }
  return list;
}

it('is YAML of known kinds, without an anchor, and has no Secret', () => {
  expect(parsed.flatMap(({ errors, warnings }) => [...errors, ...warnings])).toEqual([]);
  expect(manifests.map(({ apiVersion, kind }) => `${apiVersion} ${kind}`)).toEqual([
    'v1 ServiceAccount',
    'apps/v1 Deployment',
    'policy/v1 PodDisruptionBudget',
    'v1 Service',
    'networking.k8s.io/v1 NetworkPolicy',
  ]);
  expect(text).not.toMatch(/stringData|[:\s][&*]\w+$/m);
  for (const { metadata } of manifests)
    expect(metadata).toEqual({
      name: 'cyclectl-controller',
      labels: { 'app.kubernetes.io/name': 'cyclectl-controller' },
    });
});

it('selects the pods of the controller everywhere, of which one always stays', () => {
  const { labels } = spec.template.metadata;
  expect(spec.selector.matchLabels).toEqual(labels);
  expect(find('Service').spec.selector).toEqual(labels);
  expect(find('PodDisruptionBudget').spec).toEqual({
    minAvailable: 1,
    selector: { matchLabels: labels },
  });
  expect(find('NetworkPolicy').spec.podSelector.matchLabels).toEqual(labels);
  expect(spec.replicas).toBe(2);
  expect(pod.serviceAccountName).toBe(find('ServiceAccount').metadata.name);
});

it('runs as a user without rights, on a root that is read-only, within bounds', () => {
  expect(pod.securityContext).toMatchObject({
    runAsNonRoot: true,
    runAsUser: 1000,
    seccompProfile: { type: 'RuntimeDefault' },
  });
  expect(pod.automountServiceAccountToken).toBe(false);
  expect(pod.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(60);
  expect(patched.securityContext).toEqual(pod.securityContext);
  const volumes = patched.volumes.map(({ name }: { name: string }) => name);
  for (const { image, securityContext, resources, volumeMounts } of [
    controller,
    sidecar,
    follower,
  ]) {
    expect(securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    expect(image).toBe(`REGISTRY/cyclectl:${packageJson.version}`);
    expect(Object.keys(resources.requests)).toEqual(['cpu', 'memory']);
    expect(Object.keys(resources.limits)).toContain('memory');
    expect(volumes).toEqual(expect.arrayContaining(volumeMounts.map(({ name }) => name)));
    expect(volumeMounts.map(({ mountPath }) => mountPath)).toContain('/tmp');
  }
});

it('sets only variables that are documented, and takes secrets from a Secret that the guide makes', async () => {
  const documented = await readText('docs/reference/environment-variables.md');
  const { env = [] } = controller;
  for (const { name, value, valueFrom } of env) {
    expect(documented).toContain(`\`${name}\``);
    expect(value === undefined, name).toBe(!name.startsWith('CYCLECTL_ALLOW_'));
    if (valueFrom === undefined) continue;
    const { secretKeyRef } = valueFrom;
    expect(guide).toContain(`create secret generic ${secretKeyRef.name} `);
    expect(guide).toContain(`--from-file=${secretKeyRef.key}`);
  }
  const allowed = env.find(({ name }) => name === 'CYCLECTL_ALLOW_ENV')?.value?.split(',');
  const secrets = env.flatMap(({ name, value }) => (value === undefined ? [name] : []));
  expect(secrets.filter((name) => name !== 'CYCLECTL_SECRET_KEY')).toEqual(allowed);
  expect(guide).toContain(`create secret generic ${pod.volumes.at(-1).secret.secretName} `);
});

it('starts the controller on the port that is probed, served and let in', async () => {
  const { args = [], ports = [] } = controller;
  expect(await refuseWords(args)).toBeNull();
  expect(await refuseWords(follower.args ?? [])).toBeNull();
  expect(follower.args?.at(-1)).toBe(args.at(-1));
  const port = Number(args.at(-1)?.split(':')[1]);
  expect(ports).toEqual([{ name: 'http', containerPort: port }]);
  expect(find('Service').spec.ports).toEqual([{ name: 'http', port, targetPort: 'http' }]);
  const [ingress] = find('NetworkPolicy').spec.ingress;
  expect(ingress.ports).toEqual([{ protocol: 'TCP', port }]);
  const { replica } = await scrapeReplica();
  const { startupProbe, livenessProbe, readinessProbe } = controller;
  for (const probe of [startupProbe, livenessProbe, readinessProbe]) {
    expect(probe?.httpGet?.port).toBe('http');
    expect(await replica.get(probe?.httpGet?.path ?? '')).toMatchObject({ status: 200 });
  }
});

it('gives the key of the Git server to the one that fetches', () => {
  const listMounts = ({ volumeMounts }: Container) =>
    volumeMounts.map(({ mountPath }) => mountPath).sort();
  expect(listMounts(controller)).toEqual(['/ssh', '/tmp']);
  expect(controller.args).toContain('--ssh-key=/ssh/key');
  expect(controller.args).toContain('--known-hosts=/ssh/known_hosts');
  expect(listMounts(sidecar)).toEqual(['/git', '/ssh', '/tmp']);
  expect(listMounts(follower)).toEqual(['/git', '/tmp']);
});

it('has files for kustomize that name the others', async () => {
  const read = async (path: string) => parse(await readText(`${folder}/${path}`), { strict: true });
  const kind = { apiVersion: 'kustomize.config.k8s.io/v1beta1', kind: 'Kustomization' };
  expect(await read('kustomization.yaml')).toEqual({ ...kind, resources: ['controller.yaml'] });
  expect(await read('with-sidecar/kustomization.yaml')).toEqual({
    ...kind,
    resources: ['..'],
    patches: [{ path: 'sidecar.yaml' }],
  });
  expect({ ...patch, spec: null }).toEqual({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: find('Deployment').metadata.name },
    spec: null,
  });
});

it('has a sidecar that brings a branch and each later commit of it', async () => {
  const { command = [] } = sidecar;
  const [shell = '', flag, script = '', name, url, , , checkout = '', seconds] = command;
  expect([shell, flag, name, seconds]).toEqual(['/bin/sh', '-c', 'follow-branch', '30']);
  expect(url).toMatch(/^ssh:\/\//);
  expect(script).toMatch(/StrictHostKeyChecking=yes.*UserKnownHostsFile/);
  expect(follower.args).toContain(checkout);
  expect(JSON.stringify(sidecar.startupProbe)).toContain(`${checkout}/cyclectl.yaml`);

  const origin = await copyExample('quickstart');
  await git(origin.directory, 'init', '--quiet', '--initial-branch', 'main');
  await commit(origin, 'first');
  const made = await mkdtemp(join(tmpdir(), 'cyclectl-sidecar-'));
  const target = join(made, 'project');
  const args = ['-c', script, 'test', `file://${origin.directory}`, 'main', made, target, '0.1'];
  const running = execa(shell, args, { reject: false, env: { GIT_CONFIG_GLOBAL: '/dev/null' } });
  onTestFinished(async () => {
    running.kill('SIGKILL');
    await running;
    await rm(made, { recursive: true, force: true });
  });
  const read = () => readFile(join(target, 'accounts/northwind.yaml'), 'utf8').catch(() => '');
  await expect.poll(read, { timeout: 20_000 }).toContain('Europe/Berlin');
  await origin.edit('accounts/northwind.yaml', 'Europe/Berlin', 'Europe/Paris');
  await rm(join(origin.directory, 'accounts/contoso.yaml'));
  await commit(origin, 'second');
  await expect.poll(read, { timeout: 20_000 }).toContain('Europe/Paris');
  const head = await git(origin.directory, 'rev-parse', 'HEAD');
  await expect.poll(() => git(target, 'rev-parse', 'HEAD')).toBe(head);
  expect(await git(target, 'status', '--porcelain')).toBe('');
  await expect(readFile(join(target, 'accounts/contoso.yaml'))).rejects.toThrow('ENOENT');
});
