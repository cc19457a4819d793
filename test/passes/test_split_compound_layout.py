"""Tests that `route` returns single changes from any layout to any other, or reports that no such
route exists.
"""

from hypothesis import given
from hypothesis import strategies as st
from xdsl.dialects.builtin import bf16, f32

from ttmlir_py.dialects.tt.enums import MemorySpace, TensorMemoryLayout
from ttmlir_py.dialects.tt.layout import GridAttr, MetalLayoutAttr
from ttmlir_py.dialects.tt.tile import TileType
from ttmlir_py.dialects.ttir.layout import LayoutChanges
from ttmlir_py.passes.ttmetal.ttir_split_compound_layout import route

SHAPE = (2, 64, 128)
LAYOUTS = st.builds(
    MetalLayoutAttr.get,
    st.just(SHAPE),
    st.sampled_from([f32, bf16, TileType.get(f32), TileType.get(bf16)]),
    st.sampled_from(MemorySpace),
    st.sampled_from([GridAttr((1, 1)), GridAttr((2, 2)), GridAttr((1, 4))]),
    mem_layout=st.sampled_from(TensorMemoryLayout),
)


@given(LAYOUTS, LAYOUTS)
def test_layout_route_changes_one_property_per_step(
    source: MetalLayoutAttr, target: MetalLayoutAttr
):
    layouts = route(SHAPE, source, target)
    assert layouts[-1] == target
    steps = [LayoutChanges.between(a, b) for a, b in zip([source, *layouts], layouts, strict=False)]
    assert all(sum(step) == 1 for step in steps) or source == target


@given(LAYOUTS, LAYOUTS)
def test_layout_route_changes_formats_and_grids_in_l1_only(
    source: MetalLayoutAttr, target: MetalLayoutAttr
):
    if not LayoutChanges.between(source, target).is_compound:
        return
    layouts = route(SHAPE, source, target)
    for a, b in zip([source, *layouts], layouts, strict=False):
        if not LayoutChanges.between(a, b).memory_space:
            assert a.get_memory_space() is MemorySpace.DeviceL1
