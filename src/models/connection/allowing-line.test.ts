import { expect, it } from 'vitest';
import { allowingLine } from './allowing-line';

const PAGE = 'https://page.example';

it.each([
  ['http://localhost:11434/v1', 'OLLAMA_ORIGINS=https://page.example ollama serve'],
  ['http://127.0.0.1:1234/v1', 'lms server start --cors'],
  ['http://localhost:8000/v1', `vllm serve MODEL --allowed-origins '["https://page.example"]'`],
  ['http://localhost:8080/v1', 'llama-server -m MODEL.gguf --port 8080'],
])('knows the server at %s by its port', (address, line) => {
  expect(allowingLine(address, PAGE)).toBe(line);
});

it('gives the lines of all servers, with the port, where it could be any', () => {
  const lines = allowingLine('http://localhost:9009/v1', PAGE)?.split('\n') ?? [];
  expect(lines).toHaveLength(5);
  for (const line of lines) expect(line).toContain(line.includes('lms') ? '--port 9009' : '9009');
  expect(lines[0]).toBe(
    'OLLAMA_ORIGINS=https://page.example OLLAMA_HOST=127.0.0.1:9009 ollama serve # Ollama',
  );
});

it('has no line for servers elsewhere', () => {
  expect(allowingLine('https://api.example/v1', PAGE)).toBeUndefined();
  expect(allowingLine('no address', PAGE)).toBeUndefined();
});
