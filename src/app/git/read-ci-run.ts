type Variables = Readonly<Record<string, string | undefined>>;

/** No service for pipelines has longer addresses of its runs. */
const maxLength = 500;

/**
 * The address of the pipeline run of this process, from the environment; null without one that is
 * safe to print: http or https, without user or query.
 */
export function readCiRun(environment: Variables): string | null {
  const reported = [
    toGithubRunUrl(environment),
    environment.CI_JOB_URL,
    environment.CI_PIPELINE_URL,
    environment.BUILDKITE_BUILD_URL,
    environment.BUILD_URL,
  ];
  for (const text of reported) {
    const address = text === undefined ? null : toPrintableUrl(text);
    if (address !== null) return address;
  }
  return null;
}

function toGithubRunUrl(environment: Variables): string | undefined {
  const { GITHUB_SERVER_URL, GITHUB_REPOSITORY = '', GITHUB_RUN_ID = '' } = environment;
  const isRun = /^[\w.-]+\/[\w.-]+$/.test(GITHUB_REPOSITORY) && /^\d+$/.test(GITHUB_RUN_ID);
  if (GITHUB_SERVER_URL === undefined || !isRun) return undefined;
  return `${GITHUB_SERVER_URL.replace(/\/$/, '')}/${GITHUB_REPOSITORY}/actions/runs/${GITHUB_RUN_ID}`;
}

// Cuts the part after ? or #, because it may be a token and is not needed to find the run.
function toPrintableUrl(text: string): string | null {
  if (text.length > maxLength || !URL.canParse(text)) return null;
  const { protocol, username, password, origin, pathname } = new URL(text);
  const isWeb = protocol === 'https:' || protocol === 'http:';
  if (!isWeb || username !== '' || password !== '') return null;
  const address = `${origin}${pathname}`;
  return address.length > maxLength ? null : address;
}
