import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { RpcProcess } from './rpc-process.ts';

const require = createRequire(import.meta.url);
const program = require.resolve('yaml-language-server/bin/yaml-language-server');

/** A place in a text as the protocol counts it: both from 0. */
export type Position = { readonly line: number; readonly character: number };

/** A diagnostic of the editor; `line` counts from 1. */
export type Underline = { readonly line: number; readonly message: string };

/** One entry of the list that an editor opens while its user types; kind 10 is a key. */
export type Suggestion = {
  readonly label: string;
  readonly kind?: number;
  readonly insertText: string;
};

/** The settings of an editor by section, such as `yaml` and `http`. */
export type EditorSettings = Readonly<Record<string, unknown>>;

type Diagnostic = { readonly message: string; readonly range: { readonly start: Position } };
type Published = { readonly uri: string; readonly diagnostics: readonly Diagnostic[] };
type Completion = { readonly items: readonly Suggestion[] };
type Hover = { readonly contents: { readonly value: string } } | null;
type Opened = PromiseWithResolvers<readonly Underline[]>;

/**
 * yaml-language-server in a process of its own, and the part of an editor that talks to it. The
 * documents are texts with a path; no file has to be there.
 */
export class LanguageServer {
  readonly #rpc: RpcProcess;
  readonly #settings: EditorSettings;
  readonly #opened = new Map<string, Opened>();
  readonly #configured = Promise.withResolvers<void>();

  private constructor(settings: EditorSettings) {
    this.#settings = settings;
    this.#rpc = new RpcProcess([program, '--stdio'], {
      answer: (method, params) => this.#answer(method, params),
      hear: (method, params) => this.#hear(method, params),
      lose: (error) => this.#lose(error),
    });
  }

  /**
   * Starts the server. It is ready once it has asked for the settings: what is opened afterwards
   * is read after our answer, because both travel one pipe. `root` is the folder that the editor shows.
   */
  static async start(settings: EditorSettings, root?: string): Promise<LanguageServer> {
    const server = new LanguageServer(settings);
    const capabilities = { workspace: { configuration: true }, textDocument: {} };
    const rootUri = root === undefined ? null : toUri(root);
    await server.#rpc.request('initialize', { processId: null, rootUri, capabilities });
    server.#rpc.notify('initialized', {});
    await server.#configured.promise;
    return server;
  }

  /** Opens a text under an absolute path, once, and gives what the server underlines in it. */
  open(path: string, text: string): Promise<readonly Underline[]> {
    const uri = toUri(path);
    const opened: Opened = Promise.withResolvers();
    this.#opened.set(uri, opened);
    const textDocument = { uri, languageId: 'yaml', version: 1, text };
    this.#rpc.notify('textDocument/didOpen', { textDocument });
    return opened.promise;
  }

  /** Completions at a position of an open text. */
  async complete(path: string, position: Position): Promise<readonly Suggestion[]> {
    const place = { textDocument: { uri: toUri(path) }, position };
    return (await this.#rpc.request<Completion>('textDocument/completion', place)).items;
  }

  /** Hover text as Markdown at a position; empty for none. */
  async hover(path: string, position: Position): Promise<string> {
    const place = { textDocument: { uri: toUri(path) }, position };
    return (await this.#rpc.request<Hover>('textDocument/hover', place))?.contents.value ?? '';
  }

  /** Ends the server as an editor does, and waits until it is gone. */
  async stop(): Promise<void> {
    await this.#rpc.request('shutdown', undefined);
    await this.#rpc.notifyToEnd('exit');
  }

  #answer(method: string, params: unknown): unknown {
    if (method !== 'workspace/configuration') return undefined;
    const { items } = params as { readonly items: readonly { readonly section: string }[] };
    // Who waits for this goes on after the present turn, and by then the answer is on its way.
    this.#configured.resolve();
    return items.map(({ section }) => this.#settings[section] ?? null);
  }

  #hear(method: string, params: unknown): void {
    if (method !== 'textDocument/publishDiagnostics') return;
    const { uri, diagnostics } = params as Published;
    const underlines = diagnostics.map(({ message, range }) => ({
      line: range.start.line + 1,
      message,
    }));
    this.#opened.get(uri)?.resolve(underlines);
  }

  #lose(error: Error): void {
    this.#configured.reject(error);
    for (const { reject } of this.#opened.values()) reject(error);
  }
}

function toUri(path: string): string {
  return pathToFileURL(path).href;
}
