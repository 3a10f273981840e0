import { formatYamlName } from '../../../../kit/text/format-name.ts';
import {
  clientIdVariable,
  clientSecretVariable,
  type Scaffold,
  type ScaffoldTarget,
} from '../scaffold.ts';

/** Formats cyclectl.yaml. */
export function formatProjectFile({ name, environment, target }: Scaffold): string {
  const key = formatYamlName(environment);
  const service =
    target.kind === 'local' ? formatLocal(environment) : formatRemote(environment, target);
  return `# yaml-language-server: $schema=./schemas/project.schema.json
apiVersion: cyclectl/v1
kind: Project
metadata: {name: ${formatYamlName(name)}}
spec:
  defaultEnvironment: ${key}
  environments:
    ${key}:
${service}`;
}

function formatLocal(environment: string): string {
  return `      # The embedded service. All that it keeps is in .cyclectl/${environment}/, which Git ignores.
      service: {emulator: {world: world.yaml}}
`;
}

type Remote = Extract<ScaffoldTarget, { readonly kind: 'remote' }>;

function formatRemote(environment: string, { baseUrl, accountHeader }: Remote): string {
  const header = accountHeader ?? 'X-Service-Account';
  return `      service:
        baseUrl: ${formatAddress(baseUrl)}
        # The domain of its sign-in page; cyclectl consent needs it.
        # authUrl: https://login.example.com
        # For a service with fewer operations than all known ones: auto, or documented.
        # contract: auto
        # The header that selects an account.
        ${accountHeader === null ? '# ' : ''}accountHeader: ${formatYamlName(header)}
        # Names of environment variables; their values never appear here.
        token: {clientId: {env: ${clientIdVariable}}, clientSecret: {env: ${clientSecretVariable}}}
      # Limits per run: objects that it may delete, and percent of the accounts that it may change.
      protect: {maxDeletes: 0, maxChangedPercent: 30}
      # State is in .cyclectl/${environment}/. To apply from CI or share the environment, share the state:
      # store: {postgres: {env: DATABASE_URL}}
      # limits: {concurrency: 8, requestsPerSecond: 10}
`;
}

// Leaves a URL unquoted where YAML reads it as plain text.
function formatAddress(address: string): string {
  const isPlain = /^https?:\/\/[\w.~%:/-]*[\w/]$/.test(address);
  return isPlain ? address : formatYamlName(address);
}
