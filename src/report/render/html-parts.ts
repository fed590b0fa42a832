import { REPORT_NAMES } from '../names';
import type { ErrorClass, ReportExample } from '../summary/contract';
import { html, type Html } from './escape-html';
import type { Table } from './tables';

/** A table whose head is repeated on every printed page; nothing where nothing was counted. */
export const tableOf = ({ caption, head, rows }: Table): Html =>
  rows.length === 0
    ? html``
    : html`<table>
        <caption>
          ${caption}
        </caption>
        <thead>
          <tr>
            ${head.map((cell) => html`<th scope="col">${cell}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            ([first, ...rest]) =>
              html`<tr>
                <th scope="row" dir="auto">${first}</th>
                ${rest.map((cell) => html`<td dir="auto">${cell}</td>`)}
              </tr>`,
          )}
        </tbody>
      </table>`;

export const classPart = (c: ErrorClass): Html =>
  html`<section>
    <h2>${REPORT_NAMES.errorType[c.type]}: ${c.n}</h2>
    <p>
      ${REPORT_NAMES.meaning[c.type]}.
      ${c.operations.map(({ name, n }) => `${name} (${n})`).join(', ')}
    </p>
    <ul>
      ${c.advice.map((line) => html`<li>${line}</li>`)}
    </ul>
    ${c.examples.map(examplePart)}
  </section>`;

function examplePart(e: ReportExample): Html {
  const sure = e.unsure ? 'unsure' : `confidence ${e.confidence.toFixed(2)}`;
  return html`<article>
    <h3 dir="auto">${e.question}</h3>
    <dl>
      <dt>Gold</dt>
      <dd dir="auto">${e.gold}</dd>
      <dt>Answer</dt>
      <dd dir="auto">${e.prediction}</dd>
      <dt>Verdict</dt>
      <dd>${e.sentence}</dd>
      <dt>Operation</dt>
      <dd>
        ${e.opName} <code>${e.opId}</code>,
        ${sure}${e.proof === undefined ? '' : `, ${e.proof} by replay`}
      </dd>
      <dt>Trace</dt>
      <dd>${e.path} <code>${e.queryId}</code></dd>
    </dl>
    ${e.quotes.map(
      (q) =>
        html`<figure>
          <figcaption>
            ${REPORT_NAMES.stage[q.stage]}, ${REPORT_NAMES.status[q.status]}:
            <code>${q.variable}</code>
          </figcaption>
          <blockquote dir="auto">${q.text}</blockquote>
        </figure>`,
    )}
  </article>`;
}
