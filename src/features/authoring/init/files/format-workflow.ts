import { toVisibleJson } from '../../../../kit/text/visible-text.ts';
import { formatYamlName } from '../../../../kit/yaml/yaml-name.ts';
import {
  clientIdVariable,
  clientSecretVariable,
  packageVariable,
  type Scaffold,
  type ScaffoldInputs,
  toWorkflowName,
} from '../scaffold.ts';

// Never by its bare name: whoever has that in a public registry would be run beside the secrets. Nor in the checkout:
// npm takes settings (.npmrc) and packages (node_modules) of the folder that it runs in, and a branch writes those.
const cyclectl = `cd "$RUNNER_TEMP" && npx --yes --package "$${packageVariable}" cyclectl -C "$project"`;

/**
 * A step that runs a command. GitHub takes lines of a step for commands, and what is printed has names in it that the
 * branch or the service chose: no line is one until the end of the step. Errors go the same way as the rest, since the
 * two are read in no order.
 */
function formatStep(command: string): string {
  return `      - run: |
          exec 2>&1
          echo "::stop-commands::$(od -An -N16 -tx1 /dev/urandom | tr -d ' \\n')"
          project=$PWD
          ${cyclectl} ${command}
`;
}

/**
 * A workflow that checks each pull request. On the embedded service it plans as well. For a real one it plans only
 * branches of the repository itself, in a job that gets its secrets from the environment of that name: what a fork
 * sends runs beside no secret.
 */
export function formatWorkflow(
  { environment, target }: Scaffold,
  { within, accounts }: Pick<ScaffoldInputs, 'within' | 'accounts'>,
): string {
  const prepare = formatPreparation(accounts);
  const plan = formatStep(`plan -e ${environment}`);
  const validate = formatStep('validate');
  const head = formatHead(toWorkflowName(within), within);
  return target.kind === 'local'
    ? `${head}
jobs:
  # Without a secret, so that pull requests from forks are checked as well.
  check:
${prepare}${validate}${plan}`
    : `${head}
jobs:
  # Offline and without a secret, so that pull requests from forks are checked as well.
  validate:
${prepare}${validate}
  # Its variables and secrets are those of the environment ${environment} in the settings of the repository. Require
  # reviewers there: who may push a branch may change this file with it. A fork gets none of them.
  plan:
    needs: validate
    if: github.event.pull_request.head.repo.full_name == github.repository
    environment: ${formatYamlName(environment)}
${prepare}${plan}        env:
          CYCLECTL_ALLOW_ORIGINS: \${{ vars.CYCLECTL_ALLOW_ORIGINS }}
          CYCLECTL_ALLOW_ENV: \${{ vars.CYCLECTL_ALLOW_ENV }}
          CYCLECTL_SECRET_KEY: \${{ secrets.CYCLECTL_SECRET_KEY }}
          ${clientIdVariable}: \${{ secrets.${clientIdVariable} }}
          ${clientSecretVariable}: \${{ secrets.${clientSecretVariable} }}
          # With a store in PostgreSQL, which the machines of CI need to share what is remembered:
          # DATABASE_URL: \${{ secrets.DATABASE_URL }}
`;
}

function formatHead(name: string, within: string): string {
  const folder =
    within === ''
      ? ''
      : `
defaults:
  run:
    working-directory: ${toVisibleJson(JSON.stringify(within))}
`;
  return `name: ${name}

on:
  pull_request:

permissions:
  contents: read

concurrency:
  group: ${name}-\${{ github.ref }}
  cancel-in-progress: true

env:
  # The cyclectl that is run, as a variable of the repository gives it: NAME@VERSION of a registry of yours, or full path or
  # address of a tarball that npm pack has made. Where forks are given no variables, their checks want it written here.
  ${packageVariable}: \${{ vars.${packageVariable} }}
${folder}`;
}

/** Requests that a plan sends for an account with two connectors and two cycles, and the pace that a project begins with. */
const [requestsPerAccount, requestsPerSecond] = [9, 10];

/** GitHub ends a job after six hours whatever it says. */
const maxMinutes = 360;

// Twice what the requests take at that pace, and ten minutes for the rest.
function limitMinutes(accounts: number): number {
  const minutes = (accounts * requestsPerAccount) / requestsPerSecond / 60;
  return Math.min(maxMinutes, 10 + Math.floor(minutes * 2));
}

function formatPreparation(accounts: number): string {
  return `    runs-on: ubuntu-24.04
    # Fits ${accounts === 1 ? '1 account' : `${accounts} accounts`}: 10 minutes, and 30 for each 1,000 of them at 10 requests per second.
    timeout-minutes: ${limitMinutes(accounts)}
    steps:
      - uses: actions/checkout@11bd71901bbe5b1630ceea73d27597364c9af683 # v4.2.2
        with:
          persist-credentials: false
      - uses: actions/setup-node@49933ea5288caeca8642d1e84afbd3f7d6820020 # v4.4.0
        with:
          node-version: 24
      - name: A package is named
        run: |
          if [ -z "$${packageVariable}" ]; then
            echo "::error::Set the variable ${packageVariable} of this repository to the cyclectl to run: NAME@VERSION of a registry of yours, or full path or address of a tarball that npm pack has made."
            exit 1
          fi
`;
}
