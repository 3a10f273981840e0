import { formatYamlName } from '../../../kit/text/format-name.ts';
import { toVisibleJson } from '../../../kit/text/visible-text.ts';
import {
  clientIdVariable,
  clientSecretVariable,
  packageVariable,
  type Scaffold,
  type ScaffoldInputs,
  type ScaffoldTarget,
  toWorkflowName,
} from './scaffold.ts';

// Installs from a fixed package, because a bare name runs whatever a public registry has beside the
// secrets. Runs outside the checkout, because npm reads .npmrc and node_modules there.
const cyclectl = `cd "$RUNNER_TEMP" && npx --yes --package "$${packageVariable}" cyclectl -C "$project"`;

/**
 * Formats a step. Stops workflow commands until its end, because output contains names from
 * branches and the service. Merges stderr, because GitHub reads both in any order.
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
 * Formats a workflow that checks pull requests. Plans against a real service only for branches of
 * the repository, in a job with an environment, because forks must get no secrets.
 */
export function formatWorkflow(
  { environment, target }: Pick<Scaffold, 'environment'> & { target: Pick<ScaffoldTarget, 'kind'> },
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
          # For a store in PostgreSQL, which CI machines need to share state:
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
  # The policies of the branch that the pull request is merged into, which is the first parent of what is checked out.
  CYCLECTL_POLICY_REF: HEAD^1
${folder}`;
}

/**
 * Requests of a plan for an account with two connectors and two cycles, and the initial request
 * rate.
 */
const [requestsPerAccount, requestsPerSecond] = [9, 10];

/** Limit of GitHub: a job ends after six hours. */
const maxMinutes = 360;

// Allows twice the time of the requests, and ten minutes for the rest.
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
          fetch-depth: 2
      - uses: actions/setup-node@49933ea5288caeca8642d1e84afbd3f7d6820020 # v4.4.0
        with:
          node-version: 24
      - name: A package is named
        run: |
          if [ -z "$${packageVariable}" ]; then
            echo "::error::Set the repository variable ${packageVariable} to the cyclectl package: NAME@VERSION of your registry, or the full path or URL of a tarball from npm pack."
            exit 1
          fi
`;
}
