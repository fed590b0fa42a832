/** Puts values in place of `$name` and `${name}`, as Python's string.Template does; `$$` is a dollar. */
export function fillTemplate(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(
    /\$(?:(\$)|([A-Za-z_]\w*)|\{([A-Za-z_]\w*)\})/g,
    (whole, dollar, bare, braced) => {
      if (dollar === '$') return '$';
      const name = String(bare ?? braced);
      return Object.hasOwn(values, name) ? (values[name] ?? whole) : whole;
    },
  );
}

/** Puts values in place of `{name}`, as Python's str.format does; `{{` and `}}` are braces. */
export function fillFormat(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/\{\{|\}\}|\{([A-Za-z_]\w*)\}/g, (whole, name) => {
    if (whole === '{{') return '{';
    if (whole === '}}') return '}';
    const key = String(name);
    return Object.hasOwn(values, key) ? (values[key] ?? whole) : whole;
  });
}
