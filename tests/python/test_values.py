"""Layouts and the other kinds of values as Python objects."""

import copy
import gc
import pickle
import unittest
import warnings

import cutescope as cs


def setUpModule():
    warnings.simplefilter("ignore", cs.ContractWarning)  # of rows whose contracts CuTe breaks


class LayoutTest(unittest.TestCase):
    def test_is_made_of_text_numbers_and_objects(self):
        for layout in (
            cs.Layout("(8,8):(8,1)"),
            cs.Layout((8, 8), (8, 1)),
            cs.Layout((8, 8), cs.LayoutRight),
            cs.Layout((8, 8), "LayoutRight"),
            cs.Layout(shape=(8, 8), stride=(8, 1)),
            cs.Layout(cs.Layout("(8,8):(8,1)")),
            cs.eval("(8,8):(8,1)"),
        ):
            self.assertEqual(str(layout), "(8,8):(8,1)")
        self.assertEqual(str(cs.Layout((2, (3, 4)))), "(2,(3,4)):(1,(2,6))")
        self.assertEqual(str(cs.Layout(7)), "7:1")

    def test_has_shape_stride_and_sizes(self):
        a = cs.Layout("((2,4),8):((1,2),8)")
        self.assertEqual(a.shape, ((2, 4), 8))
        self.assertEqual(a.stride, ((1, 2), 8))
        self.assertEqual((a.size(), a.cosize(), a.rank(), a.depth()), (64, 64, 2, 2))
        self.assertEqual((cs.size(a), cs.cosize(a), cs.rank(a), cs.depth(a)), (64, 64, 2, 2))
        self.assertEqual(len(a), 2)
        self.assertEqual([str(mode) for mode in a], ["(2,4):(1,2)", "8:8"])
        self.assertEqual(str(a[-1]), "8:8")
        with self.assertRaises(IndexError):
            a[2]
        with self.assertRaises(TypeError):
            a["x"]

    def test_slices_are_layouts_of_modes(self):
        a = cs.Layout("(2,(3,4),5):(60,(20,5),1)")
        self.assertEqual(a[0:2], cs.Layout("(2,(3,4)):(60,(20,5))"))
        self.assertEqual(a[0:1], cs.take[0, 1](a))
        self.assertEqual(a[1:], cs.take(a, 1, 3))
        self.assertEqual(a[::-1], cs.select[2, 1, 0](a))
        self.assertEqual(a[-1:], cs.Layout((5,), (1,)))
        self.assertEqual(a[:], a)
        self.assertEqual(cs.Layout("8:2")[:], cs.Layout("(8):(2)"))
        self.assertEqual([len(a[i:j]) for i, j in ((0, 9), (1, 1), (2, 1), (-2, 3))], [3, 0, 0, 2])
        self.assertEqual(str(cs.Layout("(_8,4):(4,_1)")[1:]), "(4):(_1)")
        with self.assertRaises(TypeError):
            a["x":]

    def test_maps_coordinates(self):
        a = cs.Layout("(8,8):(8,1)")
        self.assertEqual([a(i) for i in range(9)], [0, 8, 16, 24, 32, 40, 48, 56, 1])
        self.assertEqual(a(2, 3), 19)
        self.assertEqual(a((2, 3)), 19)
        self.assertEqual(a("(2,3)"), 19)
        self.assertEqual(str(a(2, None)), "(8):(1)")
        self.assertEqual(str(a((None, 3))), str(cs.slice((None, 3), a)))
        # As in CuTe, a coordinate beyond the size continues in the last mode.
        self.assertEqual(a(64), 8)
        self.assertEqual(cs.make_identity_layout((4, 8))(1, 5), (1, 5))

    def test_is_compared_and_hashed_by_numbers(self):
        a, b = cs.Layout("(8,8):(8,1)"), cs.Layout((8, 8), (8, 1))
        self.assertEqual(a, b)
        self.assertEqual(hash(a), hash(b))
        self.assertEqual({a: 1}[b], 1)
        self.assertNotEqual(a, cs.Layout("64:1"))
        self.assertNotEqual(a, cs.Layout("(8,8):(1,8)"))
        self.assertNotEqual(a, "(8,8):(8,1)")
        # CuTe's == of functions is a function here.
        self.assertTrue(cs.equal(cs.Layout("(8,8):(1,8)"), cs.Layout("64:1")))
        self.assertFalse(cs.equal(a, cs.Layout("64:1")))

    def test_is_printed_and_copied(self):
        a = cs.Layout("(8,8):(8,1)")
        self.assertEqual(repr(a), 'Layout("(8,8):(8,1)")')
        self.assertEqual(eval(repr(a), {"Layout": cs.Layout}), a)
        self.assertEqual(f"{a} {a:_}", "(8,8):(8,1) (_8,_8):(_8,_1)")
        self.assertEqual(pickle.loads(pickle.dumps(a)), a)
        self.assertEqual(copy.deepcopy(a), a)

    def test_keeps_cutes_marks(self):
        a = cs.Layout("(_8,8):(8,_1)")
        self.assertEqual(str(a), "(_8,8):(8,_1)")
        self.assertIsInstance(a.shape[1], cs.Dynamic)
        self.assertEqual(a.shape, (8, 8))
        self.assertEqual(repr(a.shape), "(8, Dynamic(8))")
        self.assertEqual(str(cs.Layout(a.shape, a.stride)), str(a))
        self.assertEqual(str(pickle.loads(pickle.dumps(a))), str(a))
        self.assertEqual(str(cs.Layout((cs.Dynamic(4), 2))), "(4,_2):(_1,4)")

    def test_operators(self):
        a, b = cs.Layout("20:2"), cs.Layout("(5,4):(4,1)")
        self.assertEqual(str(a @ b), "(5,4):(8,2)")
        self.assertEqual(a @ b, cs.composition(a, b))
        self.assertEqual(a @ "(5,4):(4,1)", cs.composition(a, b))

    def test_indices(self):
        import numpy

        a = cs.Layout("(8,(2,4)):(8,(4,1))")
        table = a.indices()
        self.assertEqual(table.dtype, numpy.int64)
        self.assertEqual(table.shape, (8, 8))
        self.assertTrue(all(table[i, j] == a(i, j) for i in range(8) for j in range(8)))
        self.assertEqual(table.ravel(order="F").tolist(), [a(i) for i in range(64)])
        self.assertEqual(cs.Layout("5:3").indices().tolist(), [0, 3, 6, 9, 12])
        with self.assertRaises(cs.Error):
            cs.Layout((1 << 40, 1 << 20)).indices()


class KindsTest(unittest.TestCase):
    def test_each_kind_is_an_object_of_its_own(self):
        mma = "make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2,1))"
        for text, kind in (
            ("(8,8):(8,1)", cs.Layout),
            ("ptr+4 o (4,4):(8,1)", cs.Tensor),
            ("Sw<3,4,3>", cs.Swizzle),
            ("Sw<3,4,3> o 0 o (8,64):(64,1)", cs.ComposedLayout),
            ("<4:1,8:2>", cs.Tiler),
            ("f16", cs.ElementType),
            ("SM80_16x8x16_F32F16F16F32_TN", cs.MMA_Atom),
            ("Copy_Atom<UniversalCopy<uint128_t>,half_t>", cs.Copy_Atom),
            ("make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>,half_t>, (16,8):(8,1), (1,8))", cs.TiledCopy),
            (mma, cs.TiledMMA),
            ("make_zip_tensor(ptr o 4:1, ptr+4 o 4:2)", cs.ZipLayout),
            ("bit_matrix((8,8):(8,1))", cs.BitMatrix),
            ("LayoutRight", cs.Major),
            ("(1,(2,3))", tuple),
            ("7", int),
            ("true", bool),
        ):
            value = cs.eval(text)
            self.assertIs(type(value), kind, text)
            if kind not in (tuple, int, bool, cs.Major, cs.BitMatrix):
                again = cs.eval(str(value))
                self.assertEqual(again, value, text)
                self.assertEqual(hash(again), hash(value), text)
                self.assertEqual(str(pickle.loads(pickle.dumps(value))), str(value))

    def test_kinds_are_made_by_their_names(self):
        swizzle = cs.Swizzle(3, 4, 3)
        self.assertEqual((swizzle.bits, swizzle.base, swizzle.shift), (3, 4, 3))
        self.assertEqual(swizzle, cs.Swizzle[3, 4, 3])
        self.assertEqual(swizzle(128), 144)
        composed = cs.ComposedLayout(swizzle, 0, cs.Layout("(8,64):(64,1)"))
        self.assertEqual(str(composed), "Sw<3,4,3> o 0 o (8,64):(64,1)")
        self.assertEqual(composed.shape, (8, 64))
        self.assertEqual(composed(2, 3), swizzle(131))
        tensor = cs.make_tensor("ptr+4", cs.Layout("(4,4):(8,1)"))
        self.assertEqual((str(tensor), tensor.start, tensor.shape), ("ptr+4 o (4,4):(8,1)", 4, (4, 4)))
        self.assertEqual(str(tensor(1, None)), "ptr+12 o (4):(1)")
        atom = cs.Copy_Atom["UniversalCopy<uint128_t>", cs.f16]
        tiled = cs.make_tiled_copy(atom, cs.Layout((16, 8), (8, 1)), (1, 8))
        self.assertIsInstance(tiled, cs.TiledCopy)
        with self.assertRaises(TypeError):
            cs.Swizzle("(8,8):(8,1)")

    def test_words_are_attributes(self):
        self.assertEqual((cs.f16.name, cs.f16.bits), ("f16", 16))
        self.assertIsInstance(cs.SM80_16x8x16_F32F16F16F32_TN, cs.MMA_Atom)
        self.assertIs(cs.f16, cs.f16)
        with self.assertRaises(AttributeError):
            cs.no_such_word

    def test_tuples_come_back(self):
        self.assertEqual(cs.idx2crd(17, (4, (2, 4))), (1, (0, 2)))
        self.assertEqual(cs.make_basis_like((4, 8)), (cs.ScaledBasis(1, 0), cs.ScaledBasis(1, 1)))
        self.assertEqual(str(cs.Layout((4, 8), (cs.ScaledBasis(1, 0), cs.ScaledBasis(2, 1)))), "(4,8):(1@0,2@1)")
        layout, offset = cs.slice_and_offset((2, None), cs.Layout("(8,8):(8,1)"))
        self.assertEqual((str(layout), offset), ("(8):(1)", 16))
        skipped = cs.eval("local_partition((8,8):(8,1), (2,4):(4,1), 3, (1,X))")
        self.assertEqual(cs.local_partition("(8,8):(8,1)", "(2,4):(4,1)", 3, (1, cs.X)), skipped)

    def test_composed_indices(self):
        composed = cs.eval("Sw<2,0,3> o 5 o (8,8):(8,1)")
        table = composed.indices()
        self.assertTrue(all(table[i, j] == composed(i, j) for i in range(8) for j in range(8)))


class OtherLibrariesTest(unittest.TestCase):
    def test_objects_with_shape_and_stride(self):
        class Layout:
            shape, stride = (8, (2, 4)), (8, (4, 1))

        class Tensor:
            shape = (4, 8)

            def stride(self):
                return (8, 1)

        self.assertEqual(str(cs.Layout(Layout())), "(8,(2,4)):(8,(4,1))")
        self.assertEqual(str(cs.coalesce(Layout())), str(cs.coalesce("(8,(2,4)):(8,(4,1))")))
        self.assertEqual(str(cs.Layout(Tensor())), "(4,8):(8,1)")

    def test_numpy(self):
        import numpy

        self.assertEqual(str(cs.Layout(numpy.zeros((4, 8), numpy.float32))), "(4,8):(8,1)")
        self.assertEqual(str(cs.Layout(numpy.zeros((4, 8), numpy.float32).T)), "(8,4):(1,8)")
        self.assertEqual(cs.Layout("(8,8):(8,1)")(numpy.int64(9)), 9)

    def test_objects_that_print_a_layout(self):
        class Dsl:
            def __str__(self):
                return "Sw<3,4,3> o 0 o (8,64):(64,1)"

        self.assertEqual(str(cs.size(Dsl())), "512")

        class Other:
            pass

        with self.assertRaises(TypeError):
            cs.size(Other())


class MemoryTest(unittest.TestCase):
    @staticmethod
    def resident():
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * 4096

    def test_a_hundred_thousand_calls_leave_nothing(self):
        a, tiler, tensor = cs.Layout("(8,(2,4)):(8,(4,1))"), (4, 2), cs.eval("ptr+4 o (16,16):(16,1)")

        def calls(count):
            for i in range(count):
                cs.zipped_divide(a, tiler)
                cs.local_tile(tensor, (4, 4), (i % 4, 1))
                a(i % 64)
                a.get[0]()
                str(a)
                hash(tensor)
                try:
                    cs.composition(a, "6:3" if i % 50 == 0 else a.shape and object())
                except (cs.Error, TypeError):
                    pass

        calls(10_000)
        gc.collect()
        before = self.resident()
        calls(100_000)
        gc.collect()
        self.assertLess(self.resident() - before, 4 << 20)


if __name__ == "__main__":
    unittest.main()
