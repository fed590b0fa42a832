/** Local servers by the port they usually listen on. */
const SERVERS: ReadonlyMap<string, (pageOrigin: string) => string> = new Map<
  string,
  (pageOrigin: string) => string
>([
  ['11434', (origin) => `OLLAMA_ORIGINS=${origin} ollama serve`],
  ['1234', () => 'lms server start --cors'],
  ['8000', (origin) => `vllm serve MODEL --allowed-origins '["${origin}"]'`],
  ['8080', () => 'llama-server -m MODEL.gguf --port 8080'],
  ['4000', () => 'litellm --config config.yaml --port 4000'],
]);

/**
 * The line that starts a local server so that it allows this page: Ollama, LM Studio, vLLM,
 * llama.cpp and LiteLLM, known by their usual ports. `undefined` for servers elsewhere.
 */
export function allowingLine(baseUrl: string, pageOrigin: string): string | undefined {
  if (!URL.canParse(baseUrl)) return undefined;
  const { hostname, port } = new URL(baseUrl);
  const isLocal = hostname === 'localhost' || hostname === '127.0.0.1';
  return isLocal ? SERVERS.get(port)?.(pageOrigin) : undefined;
}
