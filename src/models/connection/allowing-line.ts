interface Server {
  readonly name: string;
  /** Where it usually listens. */
  readonly port: string;
  readonly line: (pageOrigin: string, port: string) => string;
}

const SERVERS: readonly Server[] = [
  {
    name: 'Ollama',
    port: '11434',
    line: (origin, port) =>
      `OLLAMA_ORIGINS=${origin}${port === '11434' ? '' : ` OLLAMA_HOST=127.0.0.1:${port}`} ollama serve`,
  },
  {
    name: 'LM Studio',
    port: '1234',
    line: (_, port) => `lms server start --cors${port === '1234' ? '' : ` --port ${port}`}`,
  },
  {
    name: 'vLLM',
    port: '8000',
    line: (origin, port) =>
      `vllm serve MODEL --allowed-origins '["${origin}"]'${port === '8000' ? '' : ` --port ${port}`}`,
  },
  {
    name: 'llama.cpp',
    port: '8080',
    line: (_, port) => `llama-server -m MODEL.gguf --port ${port}`,
  },
  {
    name: 'LiteLLM',
    port: '4000',
    line: (_, port) => `litellm --config config.yaml --port ${port}`,
  },
];

/**
 * The line that starts a local server so that it allows this page: Ollama, LM Studio, vLLM,
 * llama.cpp and LiteLLM, known by their usual ports. At another port it could be any of them, so there
 * are the lines of all, one below the other. `undefined` for servers elsewhere.
 */
export function allowingLine(baseUrl: string, pageOrigin: string): string | undefined {
  if (!URL.canParse(baseUrl)) return undefined;
  const { hostname, port } = new URL(baseUrl);
  const isLocal = hostname === 'localhost' || hostname === '127.0.0.1';
  if (!isLocal) return undefined;
  const known = SERVERS.find((server) => server.port === port);
  if (known) return known.line(pageOrigin, port);
  const own = port === '' ? '80' : port;
  return SERVERS.map(({ name, line }) => `${line(pageOrigin, own)} # ${name}`).join('\n');
}
