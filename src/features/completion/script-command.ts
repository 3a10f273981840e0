import type { CommandContext } from '../../app/context.ts';
import { type ExitCode, exitCodes } from '../../app/exit-codes.ts';
import { bashScript } from './bash-script.ts';
import type { Shell } from './shell-words.ts';
import { zshScript } from './zsh-script.ts';

/** The line that installs each script, for a person to run once. */
const installLines: Readonly<Record<Shell, string>> = {
  bash: `echo 'eval "$(cyclectl completion bash)"' >> ~/.bashrc`,
  zsh: "echo 'source <(cyclectl completion zsh)' >> ~/.zshrc",
  fish: 'cyclectl completion fish > ~/.config/fish/completions/cyclectl.fish',
};

/** `cyclectl completion`: prints the script by which the shell completes words. */
export async function runCompletionScript(
  { terminal }: Pick<CommandContext, 'terminal'>,
  { shell }: { readonly shell: Shell },
): Promise<ExitCode> {
  const script =
    shell === 'fish' ? await readScript() : { bash: bashScript, zsh: zshScript }[shell];
  const [first = '', ...rest] = script.split('\n');
  const install = ['# Install it once, and open a new shell:', `#   ${installLines[shell]}`];
  await terminal.out(`${[first, ...install, ...rest].join('\n').trimEnd()}\n`);
  return exitCodes.ok;
}

/** The library prints its script to the console, and has no other way. */
async function readScript(): Promise<string> {
  const { script } = await import('@bomb.sh/tab');
  const lines: string[] = [];
  const own = globalThis.console;
  globalThis.console = { ...own, log: (text: string) => void lines.push(text) };
  try {
    script('fish', 'cyclectl', 'cyclectl complete fish');
  } finally {
    globalThis.console = own;
  }
  return lines.join('\n');
}
