/** How the store stands, with the text for the banner where the user should know. */
export interface StoreStatus {
  readonly kind: 'stored' | 'memory' | 'blocked' | 'closed' | 'newer';
  readonly banner: string | undefined;
}

const BANNERS: Readonly<Record<StoreStatus['kind'], string | undefined>> = {
  stored: undefined,
  memory:
    'This browser keeps no data for this page (private window, or storage is off). Everything works, but closing the tab loses it: export what you want to keep.',
  blocked: 'Another tab holds an older version of the stored data open. Close it to go on.',
  closed: 'A newer version of this page was opened in another tab. Reload this one to go on.',
  newer:
    'The stored data was written by a newer version of this page. It is shown, but nothing can be changed here. Reload to get the newer version.',
};

export const statusOf = (kind: StoreStatus['kind']): StoreStatus => ({
  kind,
  banner: BANNERS[kind],
});
