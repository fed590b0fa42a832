import type { Provider } from '../../models/settings/model-setting';

/** A provider as people choose it: its dialect, its address, whether it needs a key. */
export interface Preset {
  readonly id: string;
  readonly name: string;
  readonly provider: Provider;
  readonly baseUrl: string;
  readonly needsKey: boolean;
  /** Example of a model's name. */
  readonly example: string;
}

const openAi = (
  id: string,
  name: string,
  baseUrl: string,
  example: string,
  needsKey = true,
): Preset => ({ id, name, provider: 'openai-compatible', baseUrl, needsKey, example });

export const PRESETS: readonly Preset[] = [
  openAi('openai', 'OpenAI', 'https://api.openai.com/v1', 'gpt-5-mini'),
  {
    id: 'anthropic',
    name: 'Anthropic',
    provider: 'anthropic',
    baseUrl: 'https://api.anthropic.com/v1',
    needsKey: true,
    example: 'claude-sonnet-4-5',
  },
  {
    id: 'gemini',
    name: 'Gemini',
    provider: 'google',
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
    needsKey: true,
    example: 'gemini-2.5-flash',
  },
  openAi('openrouter', 'OpenRouter', 'https://openrouter.ai/api/v1', 'qwen/qwen3-32b'),
  openAi('groq', 'Groq', 'https://api.groq.com/openai/v1', 'llama-3.3-70b-versatile'),
  openAi('deepseek', 'DeepSeek', 'https://api.deepseek.com/v1', 'deepseek-chat'),
  openAi('mistral', 'Mistral', 'https://api.mistral.ai/v1', 'mistral-small-latest'),
  openAi('ollama', 'Ollama, on this machine', 'http://localhost:11434/v1', 'qwen3:4b', false),
  openAi('lm-studio', 'LM Studio, on this machine', 'http://localhost:1234/v1', 'qwen3-4b', false),
  openAi('vllm', 'vLLM or Ray Serve', 'http://localhost:8000/v1', 'Qwen/Qwen3-4B', false),
  openAi('llama-cpp', 'llama.cpp server', 'http://localhost:8080/v1', 'default', false),
  openAi('litellm', 'LiteLLM', 'http://localhost:4000/v1', 'any', false),
  openAi('other', 'Another OpenAI-compatible endpoint', 'https://', 'name of the model'),
  {
    id: 'other-anthropic',
    name: 'Another Anthropic-shaped endpoint',
    provider: 'anthropic',
    baseUrl: 'https://',
    needsKey: true,
    example: 'name of the model',
  },
  {
    id: 'other-gemini',
    name: 'Another Gemini-shaped endpoint',
    provider: 'google',
    baseUrl: 'https://',
    needsKey: true,
    example: 'name of the model',
  },
];

/**
 * What a model is called in cache keys and records: endpoints that are not of a provider by their host,
 * and by their dialect where it is not OpenAI's, because one host may speak several.
 */
export function modelIdOf(preset: Preset, baseUrl: string, model: string): string {
  const named = preset.id.startsWith('other') && URL.canParse(baseUrl);
  const dialect = preset.provider === 'openai-compatible' ? '' : ` ${preset.provider}`;
  return `${named ? `${new URL(baseUrl).host}${dialect}` : preset.id}/${model}`;
}
