import { formatArgument } from '../../../kit/text/format-argument.ts';
import { formatFolderOption } from '../../../model/report/advice/format-folder-option.ts';
import { type CreatedProject, type NextStep, toWorkflowName, workflowFolder } from './scaffold.ts';

/** What a person does next with a new project, as commands that can be pasted where it was made. */
export function listNextSteps(begun: CreatedProject): readonly NextStep[] {
  return [...listGitSteps(begun), ...listOwnSteps(begun)];
}

// GitHub looks for workflows in one place, and a project may lie elsewhere.
function listGitSteps({ directory, repository, within }: CreatedProject): readonly NextStep[] {
  if (repository === null) {
    const folder = directory === '.' ? [] : [formatArgument(directory)];
    return [{ command: ['git init', ...folder].join(' '), does: 'makes it a repository' }];
  }
  if (within === '') return [];
  const folder = `${repository}/${workflowFolder}`;
  const file = `${directory}/${workflowFolder}/${toWorkflowName(within)}.yml`;
  return [
    {
      command: `mkdir -p ${formatArgument(folder)} && mv -n ${formatArgument(file)} ${formatArgument(folder)}`,
      does: 'GitHub reads workflows at the top of a repository alone; one that is there stays',
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
      step('plan', 'what apply would do'),
      step('apply', 'does it; asks first'),
      step('drift', 'what others changed since'),
    ];
  }
  if (isFromLive) {
    return [step('adopt --propose', 'which accounts are alike, and what varies between them')];
  }
  return [
    ...(target.account === null ? [copySample(directory)] : []),
    step('validate', 'checks every manifest, offline'),
    step('catalog connectors', 'what the service offers, with names to write'),
    step('plan', 'what apply would do; changes nothing'),
  ];
}

function copySample(directory: string): NextStep {
  const folder = directory === '.' ? 'accounts' : `${directory}/accounts`;
  const sample = formatArgument(`${folder}/account.yaml.sample`);
  return {
    command: `cp ${sample} ${formatArgument(`${folder}/first.yaml`)}`,
    does: 'the manifest of a first account: write its own key and id there',
  };
}
