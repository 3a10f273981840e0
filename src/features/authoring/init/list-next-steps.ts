import { formatArgument } from '../../../kit/text/format-name.ts';
import { normaliseOrigin } from '../../../model/manifest/external-name.ts';
import { formatFolderOption } from '../../../model/report/advice/commands.ts';
import {
  type CreatedProject,
  clientIdVariable,
  clientSecretVariable,
  type NeededVariable,
  type NextStep,
  packageVariable,
  type ScaffoldTarget,
  toWorkflowName,
  workflowFolder,
} from './scaffold.ts';

export const originsVariable = 'CYCLECTL_ALLOW_ORIGINS';

/** Lists the next steps of a new project, as commands to paste in the current folder. */
export function listNextSteps(created: CreatedProject): readonly NextStep[] {
  return [...listGitSteps(created), ...listOwnSteps(created)];
}

// Moves the workflow, because GitHub reads only one folder and a project may be elsewhere.
function listGitSteps({ directory, repository, within }: CreatedProject): readonly NextStep[] {
  if (repository === null) {
    const folder = directory === '.' ? [] : [formatArgument(directory)];
    return [{ command: ['git init', ...folder].join(' '), does: 'make it a repository' }];
  }
  if (within === '') return [];
  const folder = `${repository}/${workflowFolder}`;
  const file = `${directory}/${workflowFolder}/${toWorkflowName(within)}.yml`;
  return [
    {
      command: `mkdir -p ${formatArgument(folder)} && mv -n ${formatArgument(file)} ${formatArgument(folder)}`,
      does: 'GitHub reads workflows only at the top of a repository; keeps an existing one',
    },
  ];
}

function listOwnSteps({
  directory,
  scaffold: { target },
  isFromLive,
}: CreatedProject): readonly NextStep[] {
  const step = (command: string, does: string): NextStep => ({
    command: ['cyclectl', ...formatFolderOption(directory), command].join(' '),
    does,
  });
  if (target.kind === 'local') {
    return [
      step('plan', 'show the changes that apply would make'),
      step('apply', 'apply them; asks first'),
      step('drift', 'detect changes that others made since'),
    ];
  }
  if (isFromLive) {
    return [
      step('catalog save', 'save the names that the service offers, for validate and for editors'),
      step('adopt --propose', 'show which accounts are alike, and what varies between them'),
    ];
  }
  return [
    ...(target.account === null ? [copySample(directory)] : []),
    step('validate', 'check every manifest offline'),
    step('catalog save', 'save the names that the service offers, for validate and for editors'),
    step('catalog connectors', 'list what the service offers, with names for manifests'),
    step('plan', 'show the changes that apply would make; changes nothing'),
  ];
}

function copySample(directory: string): NextStep {
  const folder = directory === '.' ? 'accounts' : `${directory}/accounts`;
  const sample = formatArgument(`${folder}/account.yaml.sample`);
  return {
    command: `cp ${sample} ${formatArgument(`${folder}/first.yaml`)}`,
    does: 'create the manifest of a first account; write its own key and id in it',
  };
}

/** Lists the variables that a new project needs; on the embedded service only its CI needs one. */
export function listNeededVariables(target: ScaffoldTarget): readonly NeededVariable[] {
  if (target.kind === 'local') return [ofPackage];
  const { baseUrl } = target;
  return [
    { name: clientIdVariable, does: 'sign in to the service', where: 'everywhere' },
    { name: clientSecretVariable, does: 'sign in to the service', where: 'everywhere' },
    {
      name: 'CYCLECTL_SECRET_KEY',
      does: 'random text of 16 characters or more, the same in all runs',
      where: 'everywhere',
    },
    {
      name: originsVariable,
      does: 'origins that URLs in manifests may use',
      value: normaliseOrigin(baseUrl) ?? baseUrl,
      where: 'ci',
    },
    {
      name: 'CYCLECTL_ALLOW_ENV',
      does: 'environment variables that manifests may name',
      value: `${clientIdVariable},${clientSecretVariable}`,
      where: 'ci',
    },
    ofPackage,
  ];
}

const ofPackage: NeededVariable = {
  name: packageVariable,
  does: 'repository variable: the cyclectl package, as NAME@VERSION of your registry, or the full path or URL of a tarball from npm pack',
  where: 'ci',
};
