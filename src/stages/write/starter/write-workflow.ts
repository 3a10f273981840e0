import { toVisibleJson } from '../../../kit/visible-text.ts';
import { writeYamlName } from '../../../kit/yaml-name.ts';
import {
  clientIdVariable,
  clientSecretVariable,
  type Starter,
  type StarterKit,
} from '../../../model/starter.ts';

/**
 * A workflow that checks each pull request. On the embedded service it plans as well. For a real one it plans only
 * branches of the repository itself, in a job that gets its secrets from the environment of that name: what a fork
 * sends runs beside no secret.
 */
export function writeWorkflow(
  { environment, target }: Starter,
  { version, within }: Pick<StarterKit, 'version' | 'within'>,
): string {
  const run = `npx --yes cyclectl@${version}`;
  const plan = `${run} plan -e ${environment}`;
  const validate = `      - run: ${run} validate\n`;
  return target.kind === 'local'
    ? `${writeHead(within)}
jobs:
  # Without a secret, so that pull requests from forks are checked as well.
  check:
${prepare}${validate}      - run: ${plan}
`
    : `${writeHead(within)}
jobs:
  # Offline and without a secret, so that pull requests from forks are checked as well.
  validate:
${prepare}${validate}
  # Its variables and secrets are those of the environment ${environment} in the settings of the repository. Require
  # reviewers there: who may push a branch may change this file with it. A fork gets none of them.
  plan:
    needs: validate
    if: github.event.pull_request.head.repo.full_name == github.repository
    environment: ${writeYamlName(environment)}
${prepare}      - run: ${plan}
        env:
          CYCLECTL_ALLOW_ORIGINS: \${{ vars.CYCLECTL_ALLOW_ORIGINS }}
          CYCLECTL_ALLOW_ENV: \${{ vars.CYCLECTL_ALLOW_ENV }}
          CYCLECTL_SECRET_KEY: \${{ secrets.CYCLECTL_SECRET_KEY }}
          ${clientIdVariable}: \${{ secrets.${clientIdVariable} }}
          ${clientSecretVariable}: \${{ secrets.${clientSecretVariable} }}
          # With a store in PostgreSQL, which the machines of CI need to share what is remembered:
          # DATABASE_URL: \${{ secrets.DATABASE_URL }}
`;
}

function writeHead(within: string): string {
  const folder =
    within === ''
      ? ''
      : `
defaults:
  run:
    working-directory: ${toVisibleJson(JSON.stringify(within))}
`;
  return `name: cyclectl

on:
  pull_request:

permissions:
  contents: read

concurrency:
  group: cyclectl-\${{ github.ref }}
  cancel-in-progress: true
${folder}`;
}

const prepare = `    runs-on: ubuntu-24.04
    timeout-minutes: 10
    steps:
      - uses: actions/checkout@v4
        with:
          persist-credentials: false
      - uses: actions/setup-node@v4
        with:
          node-version: 24
`;
