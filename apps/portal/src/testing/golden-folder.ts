export { copyFolder, goldenFolder } from '@tidewaiter/records/testing/golden-folder';
