/** What ECharts draws flows with: a part of its own, which only screens with flows load. */
import { SankeyChart } from 'echarts/charts';
import { use } from 'echarts/core';

use(SankeyChart);
