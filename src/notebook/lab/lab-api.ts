import { proxyMarker } from 'comlink';
import type { Reporter } from '../service/reporting';
import { reporting } from '../service/reporting';
import type {
  ExportKind,
  LabService,
  LoopProgress,
  ModelId,
  NewLab,
  NewVersion,
  RunRef,
  RunWish,
  TrialChoice,
  WorkProgress,
} from './contract';
import type { StoredLab } from './lab-service';

/** The lab as the worker exposes it: report functions of the page are let go at the end. */
export class LabApi {
  /** Reached through the worker's own interface instead of being copied to the page. */
  readonly [proxyMarker] = true as const;

  constructor(private readonly lab: Promise<StoredLab>) {}

  async choices() {
    return (await this.lab).choices();
  }

  async create(wish: NewLab) {
    return (await this.lab).create(wish);
  }

  async open(lab: string) {
    return (await this.lab).open(lab);
  }

  async check(lab: string, target: string, text: string) {
    return (await this.lab).check(lab, target, text);
  }

  async addVersion(lab: string, version: NewVersion) {
    return (await this.lab).addVersion(lab, version);
  }

  async setNote(lab: string, version: string, note: string) {
    return (await this.lab).setNote(lab, version, note);
  }

  async keep(lab: string, versions: readonly (readonly [string, string])[]) {
    return (await this.lab).keep(lab, versions);
  }

  async price(lab: string, choice: TrialChoice, model: ModelId | undefined) {
    return (await this.lab).price(lab, choice, model);
  }

  async runTrial(
    id: string,
    lab: string,
    choice: TrialChoice,
    model: ModelId,
    report: Reporter<WorkProgress>,
  ) {
    const service = await this.lab;
    return reporting(report, (tell) => service.runTrial(id, lab, choice, model, tell));
  }

  async suggest(
    id: string,
    lab: string,
    target: string,
    settings: Parameters<LabService['suggest']>[3],
    model: ModelId,
    report: Reporter<WorkProgress>,
  ) {
    const service = await this.lab;
    return reporting(report, (tell) => service.suggest(id, lab, target, settings, model, tell));
  }

  async runLoop(
    id: string,
    lab: string,
    run: RunWish,
    model: ModelId,
    report: Reporter<LoopProgress>,
  ) {
    const service = await this.lab;
    return reporting(report, (tell) => service.runLoop(id, lab, run, model, tell));
  }

  async compare(lab: string, before: RunRef, after: RunRef) {
    return (await this.lab).compare(lab, before, after);
  }

  async answers(lab: string, run: RunRef) {
    return (await this.lab).answers(lab, run);
  }

  async openTrace(lab: string, ref: string, name: string) {
    return (await this.lab).openTrace(lab, ref, name);
  }

  async exportPrompts(lab: string, kind: ExportKind) {
    return (await this.lab).exportPrompts(lab, kind);
  }

  async exportReport(lab: string, before: RunRef, after: RunRef) {
    return (await this.lab).exportReport(lab, before, after);
  }

  async importRun(lab: string, files: readonly { readonly path: string; readonly file: Blob }[]) {
    return (await this.lab).importRun(lab, files);
  }

  async stop(id: string) {
    return (await this.lab).stop(id);
  }
}
